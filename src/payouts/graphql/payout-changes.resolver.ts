import { Args, Context, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import { AccountBounds } from '../../access/accounts/account-bounds.js';
import { After } from '../../platform/events/graphql/after-argument.js';
import { ChangedObjectsArguments } from '../../platform/events/graphql/changed-objects-arguments.js';
import { changesOf, type LoggedChange, type LogPosition } from '../../platform/events/status-change.js';
import { StatusFeed } from '../../platform/events/status-feed.js';
import type { GraphqlContext } from '../../platform/graphql/request-context.js';
import { Requires } from '../../access/scopes/requires.decorator.js';
import { PayoutChangeModel } from '../core/graphql/payout-change.model.js';
import { PayoutModel, toPayoutModel } from '../core/graphql/payout.model.js';
import { PayoutLoaders } from './payout-loaders.js';

@Resolver(() => PayoutChangeModel)
export class PayoutChangesResolver {
  constructor(
    private readonly feed: StatusFeed,
    private readonly bounds: AccountBounds,
    private readonly loaders: PayoutLoaders,
  ) {}

  @Subscription(() => PayoutChangeModel, {
    description: 'All changes to payouts as they happen. Delivers the changes missed since `after` first.',
    resolve: (change: LoggedChange) => new PayoutChangeModel(change),
  })
  @Requires('payouts:read')
  payoutChanged(
    @Args() { accountId, ids }: ChangedObjectsArguments,
    @After() after: LogPosition | null,
    @Context() { caller }: GraphqlContext,
  ): AsyncIterableIterator<LoggedChange> {
    return this.feed.follow({
      ...changesOf(['PAYOUT'], ids ?? null),
      after,
      isTold: ({ subjectId }) => this.bounds.isTold(caller, { of: 'payouts', id: subjectId, accountId }),
    });
  }

  @ResolveField(() => PayoutModel, { description: 'The payout in its current state.' })
  async payout({ payoutId }: PayoutChangeModel): Promise<PayoutModel> {
    const payout = payoutId === null ? null : await this.loaders.payout(payoutId);
    if (!payout) throw new Error('A change without its payout');
    return toPayoutModel(payout);
  }
}
