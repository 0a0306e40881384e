import { Args, Context, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import { AccountBounds } from '../../../access/accounts/account-bounds.js';
import { After } from '../../../platform/events/graphql/after-argument.js';
import { ChangedObjectsArguments } from '../../../platform/events/graphql/changed-objects-arguments.js';
import { changesOf, type LoggedChange, type LogPosition } from '../../../platform/events/status-change.js';
import { StatusFeed } from '../../../platform/events/status-feed.js';
import type { GraphqlContext } from '../../../platform/graphql/request-context.js';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { OrderChangeModel } from './order-change.model.js';
import { OrderLoaders } from '../order-loaders.js';
import { OrderModel } from '../order.model.js';

@Resolver(() => OrderChangeModel)
export class OrderChangesResolver {
  constructor(
    private readonly feed: StatusFeed,
    private readonly bounds: AccountBounds,
    private readonly loaders: OrderLoaders,
  ) {}

  @Subscription(() => OrderChangeModel, {
    description:
      'Changes to orders and their card verifications as they happen. Delivers the changes missed since `after` first.',
    resolve: (change: LoggedChange) => new OrderChangeModel(change),
  })
  @Requires('orders:read')
  orderChanged(
    @Args() { accountId, ids }: ChangedObjectsArguments,
    @After() after: LogPosition | null,
    @Context() { caller }: GraphqlContext,
  ): AsyncIterableIterator<LoggedChange> {
    return this.feed.follow({
      // A card verification has the same id as its order.
      ...changesOf(['ORDER', 'H2H'], ids ?? null),
      after,
      isTold: ({ subjectId }) => this.bounds.isTold(caller, { of: 'orders', id: subjectId, accountId }),
    });
  }

  @ResolveField(() => OrderModel, { description: 'The order in its current state.' })
  async order({ orderId }: OrderChangeModel): Promise<OrderModel> {
    const order = orderId === null ? null : await this.loaders.order(orderId);
    if (!order) throw new Error('A change without its order');
    return order;
  }
}
