import { Args, Context, Query, Resolver } from '@nestjs/graphql';
import { RequestLimits } from '../../../../access/limits/request-limits.js';
import { Requires } from '../../../../access/scopes/requires.decorator.js';
import type { Caller } from '../../../../platform/graphql/request-context.js';
import { PreviewPayoutsService } from '../preview-payouts.service.js';
import {
  PayoutPreviewModel,
  PreviewPayoutsArguments,
  toPayoutPreviewModel,
  toPreviewedRequests,
} from './preview-payouts.js';

/** Previews of payouts. Each payout counts against the caller's rate limit, as if it were created. */
@Resolver(() => PayoutPreviewModel)
export class PayoutPreviewsResolver {
  constructor(
    private readonly previews: PreviewPayoutsService,
    private readonly limits: RequestLimits,
  ) {}

  /** @throws AccessRefusedError RATE_LIMITED */
  @Query(() => [PayoutPreviewModel], {
    description:
      'Returns what `createPayout` would return now for each payout, in the order of the input. Creates no payouts. Recipients that the caller has never paid count towards the same limits as in `createPayout`: 30 a minute with the same mask, and 600 a minute and 3,000 a day in total.',
  })
  @Requires('payouts:create')
  async previewPayouts(
    @Args() asked: PreviewPayoutsArguments,
    @Context('caller') caller: Caller,
  ): Promise<PayoutPreviewModel[]> {
    // The query itself was already counted once.
    this.limits.admitWithin(caller, Math.max(0, asked.input.payouts.length - 1));
    const previews = await this.previews.preview(toPreviewedRequests(asked, caller.id), caller);
    return previews.map(toPayoutPreviewModel);
  }
}
