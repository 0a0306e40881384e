import { Args, ID, Query, Resolver, Subscription } from '@nestjs/graphql';
import { Requires } from '../../access/requires.decorator.js';
import { parseAfter } from '../../events/graphql/parse-after.js';
import type { StatusChangeRecord } from '../../events/status-change.js';
import { StatusFeed } from '../../events/status-feed.js';
import { type Connection, toConnection } from '../../graphql/connection/connection.js';
import { toPageRequest } from '../../graphql/connection/page-request.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import { PayoutsPageQuery, positionOf, sortKeyOf } from '../persistence/payouts-page.query.js';
import { PayoutsRepository } from '../persistence/payouts.repository.js';
import { RecipientVault } from '../recipient.vault.js';
import { PayoutStatusChangeModel } from './payout-status-change.model.js';
import { PayoutConnectionModel, PayoutModel, toPayoutModel } from './payout.model.js';
import { PayoutsArguments, toPayoutCriteria, toPayoutSorting } from './payouts.arguments.js';

@Resolver(() => PayoutModel)
export class PayoutsResolver {
  constructor(
    private readonly repository: PayoutsRepository,
    private readonly pages: PayoutsPageQuery,
    private readonly vault: RecipientVault,
    private readonly feed: StatusFeed,
  ) {}

  @Query(() => PayoutModel, { nullable: true, description: 'One payout; null when there is none with this id.' })
  @Requires('payouts:read')
  async payout(
    @Args('id', { type: () => ID, description: "Purser's id of the payout." }) id: string,
  ): Promise<PayoutModel | null> {
    const payout = await this.repository.findById(parseUuidInput(id, ['id']));
    return payout && toPayoutModel(payout);
  }

  @Query(() => PayoutConnectionModel, { description: 'Payouts, filtered, sorted and in pages.' })
  @Requires('payouts:read')
  async payouts(@Args() args: PayoutsArguments): Promise<Connection<PayoutModel>> {
    const criteria = toPayoutCriteria(args.filter, (requisites) => this.vault.requisitesHash(requisites));
    const sorting = toPayoutSorting(args.sort);
    const sort = sortKeyOf(sorting);
    const page = toPageRequest(args, sort);
    return toConnection({
      page,
      sort,
      rows: await this.pages.list(criteria, sorting, page),
      positionOf: (payout) => positionOf(payout, sorting),
      toNode: toPayoutModel,
      countAll: () => this.pages.count(criteria),
    });
  }

  @Subscription(() => PayoutStatusChangeModel, {
    description: 'Status changes as they happen: of one payout or of all, first those missed since `after`.',
    resolve: (change: StatusChangeRecord) => new PayoutStatusChangeModel(change),
  })
  @Requires('payouts:read')
  payoutStatusChanged(
    @Args('payoutId', { type: () => ID, nullable: true, description: 'Only of this payout; of all when absent.' })
    payoutId: string | null,
    @Args('after', {
      type: () => String,
      nullable: true,
      description:
        'Begin behind this cursor of an earlier change; when absent, with what happens from now on or a moment ago.',
    })
    after?: string | null,
  ): AsyncIterableIterator<StatusChangeRecord> {
    return this.feed.follow({
      subjectType: 'PAYOUT',
      subjectId: parseUuidInput(payoutId, ['payoutId']),
      after: parseAfter(after),
    });
  }
}
