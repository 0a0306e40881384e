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
      'Tells for each payout what `createPayout` would answer now, in the order of the input. Makes no payout. Recipients that the caller never paid count as in `createPayout`: 30 with the same mask a minute, and 600 a minute and 3,000 a day in all.',
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
