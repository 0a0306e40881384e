import { Args, Context, ID, Mutation, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import { AccountBounds } from '../../access/accounts/account-bounds.js';
import { Requires } from '../../access/scopes/requires.decorator.js';
import { After } from '../../platform/events/graphql/after-argument.js';
import { type LogPosition, type StatusChangeRecord, statusesOf } from '../../platform/events/status-change.js';
import { StatusFeed } from '../../platform/events/status-feed.js';
import type { GraphqlContext } from '../../platform/graphql/request-context.js';
import { ParseId } from '../../platform/graphql/validation/parse-id.js';
import { OrderLoaders } from '../../orders/graphql/order-loaders.js';
import { OrderModel } from '../../orders/graphql/order.model.js';
import { RetryOrderService } from '../retry-order.service.js';
import { SubmitCardService } from '../submit-card.service.js';
import { SubmitCodeService } from '../submit-code.service.js';
import { H2hSessionModel, notStarted, toH2hSessionModel } from './h2h-session.model.js';
import { H2hStatusChangeModel } from './h2h-status-change.model.js';
import { H2hLoaders } from './h2h-loaders.js';
import { RetryOrderInput, RetryOrderPayload, toRetryOrderPayload, toRetryRequest } from './retry-order.js';
import { SubmitH2hCardInput, SubmitH2hCardPayload, toSubmitH2hCardPayload } from './submit-h2h-card.js';
import { SubmitH2hCodeInput, SubmitH2hCodePayload, toSubmitH2hCodePayload } from './submit-h2h-code.js';

/** Mutations for card payments on the merchant's own page, and the session field of orders. */
@Resolver(() => OrderModel)
export class H2hResolver {
  constructor(
    private readonly cards: SubmitCardService,
    private readonly codes: SubmitCodeService,
    private readonly retrying: RetryOrderService,
    private readonly loaders: H2hLoaders,
    private readonly feed: StatusFeed,
    private readonly bounds: AccountBounds,
  ) {}

  @Mutation(() => SubmitH2hCardPayload, {
    description: "Sends the payer's card for an order. A card is never sent twice.",
  })
  @Requires('orders:create')
  async submitH2hCard(
    @Args('input', { description: 'The order and the card.' }) { orderId, card, problems }: SubmitH2hCardInput,
  ): Promise<SubmitH2hCardPayload> {
    return toSubmitH2hCardPayload(await this.cards.submit(orderId, card, problems));
  }

  @Mutation(() => SubmitH2hCodePayload, {
    description: "Sends the code from the payer's bank, once each time the bank asks for one.",
  })
  @Requires('orders:create')
  async submitH2hCode(
    @Args('input', { description: 'The order and the code.' }) { orderId, code, problems }: SubmitH2hCodeInput,
  ): Promise<SubmitH2hCodePayload> {
    return toSubmitH2hCodePayload(await this.codes.submit(orderId, code, problems));
  }

  @Mutation(() => RetryOrderPayload, {
    description:
      'Creates a new order to replace one whose card was not verified, if the old order can no longer be paid.',
  })
  @Requires('orders:create')
  async retryOrder(
    @Args('input', { description: 'The order to retry.' }) input: RetryOrderInput,
  ): Promise<RetryOrderPayload> {
    return toRetryOrderPayload(await this.retrying.retry(toRetryRequest(input), input.problems));
  }

  @Subscription(() => H2hStatusChangeModel, {
    description:
      'Changes to card verifications as they happen, for one order or all orders. Delivers the changes missed since `after` first.',
    resolve: (change: StatusChangeRecord) => new H2hStatusChangeModel(change),
  })
  @Requires('orders:read')
  h2hStatusChanged(
    @Args('orderId', { type: () => ID, nullable: true, description: 'Only changes to this order.' }, ParseId)
    orderId: string | null,
    @After() after: LogPosition | null,
    @Context() { caller }: GraphqlContext,
  ): AsyncIterableIterator<StatusChangeRecord> {
    return this.feed.follow({
      ...statusesOf('H2H', orderId),
      after,
      isTold: ({ subjectId }) => this.bounds.isTold(caller, { of: 'orders', id: subjectId }),
    });
  }

  @ResolveField(() => H2hSessionModel, {
    nullable: true,
    description:
      "The verification of the order's card; null unless the order is paid by card on the merchant's own page.",
  })
  async h2hSession(order: OrderModel): Promise<H2hSessionModel | null> {
    if (order.method !== 'CARD_H2H') return null;
    const session = await this.loaders.session(order.id);
    return session ? toH2hSessionModel(session) : notStarted(order.id);
  }
}

@Resolver(() => H2hSessionModel)
export class H2hSessionsResolver {
  constructor(private readonly loaders: H2hLoaders) {}

  @ResolveField(() => [H2hStatusChangeModel], { description: 'Every change of the verification, oldest first.' })
  async timeline(session: H2hSessionModel): Promise<H2hStatusChangeModel[]> {
    const changes = await this.loaders.timeline(session.orderId);
    return changes.map((change) => new H2hStatusChangeModel(change));
  }
}

@Resolver(() => H2hStatusChangeModel)
export class H2hStatusChangesResolver {
  constructor(
    private readonly orders: OrderLoaders,
    private readonly loaders: H2hLoaders,
  ) {}

  @ResolveField(() => OrderModel, { description: 'The order in its current state.' })
  async order(change: H2hStatusChangeModel): Promise<OrderModel> {
    const order = await this.orders.order(change.orderId);
    if (!order) throw new Error('A change of a session without its order');
    return order;
  }

  @ResolveField(() => H2hSessionModel, { description: 'The session in its current state.' })
  async session(change: H2hStatusChangeModel): Promise<H2hSessionModel> {
    const session = await this.loaders.session(change.orderId);
    if (!session) throw new Error('A change of a session that is not there');
    return toH2hSessionModel(session);
  }
}
