import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { RefreshPayoutService } from '../refresh-payout.service.js';
import { RefreshPayoutInput, RefreshPayoutPayload, toRefreshPayoutPayload } from './refresh-payout.js';

@Resolver()
export class RefreshPayoutResolver {
  constructor(private readonly refreshing: RefreshPayoutService) {}

  @Mutation(() => RefreshPayoutPayload, { description: 'Reads a payout back from the provider now.' })
  @Requires('payouts:refresh')
  async refreshPayout(
    @Args('input', { description: 'The payout to read back.' }) { payoutId }: RefreshPayoutInput,
  ): Promise<RefreshPayoutPayload> {
    return toRefreshPayoutPayload(await this.refreshing.refresh(payoutId));
  }
}
