import { Args, Context, ID, Query, Resolver, Subscription } from '@nestjs/graphql';
import { AccountBounds } from '../../access/accounts/account-bounds.js';
import { RefusedAttempts } from '../../access/authority/refused-attempts.js';
import { Requires } from '../../access/scopes/requires.decorator.js';
import { After } from '../../platform/events/graphql/after-argument.js';
import { type LogPosition, type StatusChangeRecord, statusesOf } from '../../platform/events/status-change.js';
import { StatusFeed } from '../../platform/events/status-feed.js';
import { refuseExcessDecimals } from '../../platform/graphql/connection/amounts-filter.input.js';
import type { Connection } from '../../platform/graphql/connection/connection.js';
import type { GraphqlContext } from '../../platform/graphql/request-context.js';
import { ParseId } from '../../platform/graphql/validation/parse-id.js';
import {
  NEWEST_FIRST,
  type PayoutCriteria,
  type PayoutFacets,
  PayoutsPageQuery,
} from '../core/persistence/payouts-page.query.js';
import { PayoutFacetsModel } from './payout-facets.model.js';
import { PayoutLoaders } from './payout-loaders.js';
import { seesRecipients } from '../recipients/domain/recipient-sight.js';
import { RecipientSearchService } from '../recipients/recipient-search.service.js';
import { PayoutStatusChangeModel } from '../core/graphql/payout-status-change.model.js';
import { PayoutConnectionModel, PayoutModel, toPayoutModel } from '../core/graphql/payout.model.js';
import { PayoutFacetsArguments, type PayoutFilter, PayoutsArguments, toPayoutCriteria } from './payouts-arguments.js';

@Resolver(() => PayoutModel)
export class PayoutsResolver {
  constructor(
    private readonly loaders: PayoutLoaders,
    private readonly pages: PayoutsPageQuery,
    private readonly searches: RecipientSearchService,
    private readonly refusals: RefusedAttempts,
    private readonly feed: StatusFeed,
    private readonly bounds: AccountBounds,
  ) {}

  @Query(() => PayoutModel, { nullable: true, description: 'One payout; null if there is none with this id.' })
  @Requires('payouts:read')
  async payout(
    @Args('id', { type: () => ID, description: "Purser's id for the payout." }, ParseId) id: string,
  ): Promise<PayoutModel | null> {
    const payout = await this.loaders.payout(id);
    return payout && toPayoutModel(payout);
  }

  @Query(() => PayoutConnectionModel, { description: 'Payouts, filtered and sorted, in pages.' })
  @Requires('payouts:read')
  async payouts(@Args() args: PayoutsArguments, @Context() context: GraphqlContext): Promise<Connection<PayoutModel>> {
    const criteria = await this.criteriaOf(args.filter ?? {}, context);
    const list = { criteria, sorting: args.sort ?? NEWEST_FIRST, liveCursor: this.feed.cursor };
    return this.pages.page(list, args, toPayoutModel);
  }

  @Query(() => PayoutFacetsModel, { description: 'Counts of payouts per filter value.' })
  @Requires('payouts:read')
  async payoutFacets(
    @Args() { filter }: PayoutFacetsArguments,
    @Context() context: GraphqlContext,
  ): Promise<PayoutFacets> {
    return this.pages.facets(await this.criteriaOf(filter ?? {}, context));
  }

  @Subscription(() => PayoutStatusChangeModel, {
    description:
      'Status changes as they happen, for one payout or all payouts. Delivers the changes missed since `after` first.',
    resolve: (change: StatusChangeRecord) => new PayoutStatusChangeModel(change),
  })
  @Requires('payouts:read')
  payoutStatusChanged(
    @Args('payoutId', { type: () => ID, nullable: true, description: 'Only changes to this payout.' }, ParseId)
    payoutId: string | null,
    @After() after: LogPosition | null,
    @Context() { caller }: GraphqlContext,
  ): AsyncIterableIterator<StatusChangeRecord> {
    return this.feed.follow({
      ...statusesOf('PAYOUT', payoutId),
      after,
      isTold: ({ subjectId }) => this.bounds.isTold(caller, { of: 'payouts', id: subjectId }),
    });
  }

  private async criteriaOf(filter: PayoutFilter, context: GraphqlContext): Promise<PayoutCriteria> {
    refuseExcessDecimals(filter);
    const { caller } = context;
    return toPayoutCriteria(filter, {
      hashes: {
        requisitesHash: await this.requisitesHashOf(filter.recipient ?? null, context),
        userIdHash: typeof filter.userId === 'string' ? await this.searches.beginUser(filter.userId, context) : null,
      },
      seesRecipients: caller !== null && seesRecipients(caller),
      approverId: caller?.scopes.has('payouts:approve') ? caller.id : null,
    });
  }

  private async requisitesHashOf(requisites: string | null, context: GraphqlContext): Promise<Buffer | null> {
    if (requisites === null) return null;
    if (!context.caller?.scopes.has('payouts:unmask')) {
      throw this.refusals.deny(context, { operation: 'PayoutFilter.recipient', scope: 'payouts:unmask' });
    }
    return this.searches.begin(requisites, context);
  }
}
