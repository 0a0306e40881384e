import { Args, Context, ID, Info, Mutation, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { inCurrency } from '../../common/text/currency-amount.js';
import type { DecimalString } from '../../common/decimal.js';
import { refuseExcessDecimals } from '../../platform/graphql/connection/amounts-filter.input.js';
import { DecimalScalar } from '../../platform/graphql/scalars/decimal.scalar.js';
import { AccountModel } from '../../access/accounts/graphql/account.model.js';
import { AccountBounds } from '../../access/accounts/account-bounds.js';
import { FactModel } from '../../desk/audit/graphql/fact.model.js';
import { ProviderDetailsService } from '../../desk/provider-details/provider-details.service.js';
import { Requires } from '../../access/scopes/requires.decorator.js';
import { StatusChangeModel } from '../../platform/events/graphql/status-change.model.js';
import { After } from '../../platform/events/graphql/after-argument.js';
import { type LogPosition, type StatusChangeRecord, statusesOf } from '../../platform/events/status-change.js';
import { StatusFeed } from '../../platform/events/status-feed.js';
import type { Connection } from '../../platform/graphql/connection/connection.js';
import { selectedOfItems } from '../../platform/graphql/connection/selected-fields.js';
import type { Caller, GraphqlContext } from '../../platform/graphql/request-context.js';
import { ParseId } from '../../platform/graphql/validation/parse-id.js';
import { RefusesInput } from '../../platform/graphql/validation/refuses-input.js';
import { isFinalOrderStatus } from '../domain/order-status.js';
import { CreateOrderService } from '../create-order.service.js';
import { CustomerSearchService } from '../customers/customer-search.service.js';
import {
  columnsOf,
  NEWEST_FIRST,
  type OrderCriteria,
  type OrderFacets,
  OrdersPageQuery,
} from '../persistence/orders-page.query.js';
import { CloseUnconfirmedOrderService } from '../unconfirmed/close-unconfirmed-order.service.js';
import { RefreshOrderService } from '../refresh-order.service.js';
import { CreateOrderPayload, toCreateOrderPayload } from './create-order.js';
import { CreateOrderInput, toCreateOrderRequest } from './create-order.input.js';
import {
  CloseUnconfirmedOrderInput,
  CloseUnconfirmedOrderPayload,
  toCloseUnconfirmedOrderPayload,
} from './close-unconfirmed-order.js';
import { OrderStatusChangeModel } from './changes/order-status-change.model.js';
import { OrderFacetsModel } from './order-facets.model.js';
import { OrderLoaders } from './order-loaders.js';
import { OrderConnectionModel, OrderModel } from './order.model.js';
import { OrderFacetsArguments, type OrderFilter, OrdersArguments } from './orders-arguments.js';
import { RefreshOrderInput, RefreshOrderPayload, toRefreshOrderPayload } from './refresh-order.js';

@Resolver(() => OrderModel)
export class OrdersResolver {
  constructor(
    private readonly pages: OrdersPageQuery,
    private readonly creation: CreateOrderService,
    private readonly refreshing: RefreshOrderService,
    private readonly closing: CloseUnconfirmedOrderService,
    private readonly feed: StatusFeed,
    private readonly bounds: AccountBounds,
    readonly loaders: OrderLoaders,
    private readonly details: ProviderDetailsService,
    private readonly customers: CustomerSearchService,
  ) {}

  @Query(() => OrderModel, { nullable: true, description: 'One order; null if there is none with this id.' })
  @Requires('orders:read')
  async order(
    @Args('id', { type: () => ID, description: "Purser's id for the order." }, ParseId) id: string,
  ): Promise<OrderModel | null> {
    return this.loaders.order(id);
  }

  @Query(() => OrderConnectionModel, { description: 'Orders, filtered and sorted, in pages.' })
  @Requires('orders:read')
  async orders(
    @Args() args: OrdersArguments,
    @Info() info: GraphQLResolveInfo,
    @Context() context: GraphqlContext,
  ): Promise<Connection<Partial<OrderModel>>> {
    const criteria = await this.criteriaOf(args.filter, context);
    const list = { criteria, sorting: args.sort ?? NEWEST_FIRST, liveCursor: this.feed.cursor };
    return this.pages.page(list, args, columnsOf(selectedOfItems(info)));
  }

  @Query(() => OrderFacetsModel, { description: 'Counts of orders per filter value.' })
  @Requires('orders:read')
  async orderFacets(
    @Args() { filter }: OrderFacetsArguments,
    @Context() context: GraphqlContext,
  ): Promise<OrderFacets> {
    return this.pages.facets(await this.criteriaOf(filter, context));
  }

  @Mutation(() => CreateOrderPayload, { description: 'Creates an order and returns its payment link.' })
  @Requires('orders:create')
  async createOrder(
    @Args('input', { description: 'The order to create.' }) input: CreateOrderInput,
  ): Promise<CreateOrderPayload> {
    return toCreateOrderPayload(await this.creation.create(toCreateOrderRequest(input), input.problems));
  }

  @Mutation(() => RefreshOrderPayload, { description: 'Reads an order back from the provider now.' })
  @Requires('orders:refresh')
  async refreshOrder(
    @Args('input', { description: 'The order to read back.' }) input: RefreshOrderInput,
  ): Promise<RefreshOrderPayload> {
    return toRefreshOrderPayload(await this.refreshing.refresh(input.orderId, input.providerOrderId ?? null));
  }

  @Mutation(() => CloseUnconfirmedOrderPayload, {
    description:
      'Proposes to close an unconfirmed order as not paid. Another person confirms the change request, and the order becomes DECLINED. Later answers from the provider still count.',
  })
  @Requires('orders:refresh')
  @RefusesInput<CloseUnconfirmedOrderPayload>(
    async ({ orderId }: CloseUnconfirmedOrderInput, { loaders }: OrdersResolver) =>
      toCloseUnconfirmedOrderPayload({ order: await loaders.order(orderId), changeRequest: null, refusal: null }),
  )
  async closeUnconfirmedOrder(
    @Args('input', { description: 'The order to close.' }) { orderId, reference }: CloseUnconfirmedOrderInput,
    @Context('caller') caller: Caller,
  ): Promise<CloseUnconfirmedOrderPayload> {
    return toCloseUnconfirmedOrderPayload(await this.closing.close({ orderId, reference, proposedBy: caller.id }));
  }

  @Subscription(() => OrderStatusChangeModel, {
    description:
      'Status changes as they happen, for one order or all orders. Delivers the changes missed since `after` first.',
    resolve: (change: StatusChangeRecord) => new OrderStatusChangeModel(change),
  })
  @Requires('orders:read')
  orderStatusChanged(
    @Args('orderId', { type: () => ID, nullable: true, description: 'Only changes to this order.' }, ParseId)
    orderId: string | null,
    @After() after: LogPosition | null,
    @Context() { caller }: GraphqlContext,
  ): AsyncIterableIterator<StatusChangeRecord> {
    return this.feed.follow({
      ...statusesOf('ORDER', orderId),
      after,
      isTold: ({ subjectId }) => this.bounds.isTold(caller, { of: 'orders', id: subjectId }),
    });
  }

  @ResolveField(() => AccountModel, { description: 'The merchant account that the order belongs to.' })
  account({ accountId }: OrderModel): string {
    return accountId;
  }

  @ResolveField(() => DecimalScalar, { description: 'Amount that the payer has to pay.' })
  amount({ amount, currency }: OrderModel): DecimalString {
    return inCurrency(amount, currency);
  }

  @ResolveField(() => DecimalScalar, {
    nullable: true,
    description: 'Commission that the provider keeps; null until it is known.',
  })
  commission({ commission, currency }: OrderModel): DecimalString | null {
    return commission && inCurrency(commission, currency);
  }

  @ResolveField(() => DecimalScalar, {
    nullable: true,
    description: 'Amount that is credited to the merchant; null until it is known.',
  })
  received({ received, currency }: OrderModel): DecimalString | null {
    return received && inCurrency(received, currency);
  }

  @ResolveField(() => Boolean, { description: 'Whether the status is final in normal operation.' })
  isFinal({ status }: OrderModel): boolean {
    return isFinalOrderStatus(status);
  }

  @ResolveField(() => OrderModel, {
    nullable: true,
    description: 'The failed order that this order retries; null if it retries none.',
  })
  async retryOf({ retryOf }: OrderModel): Promise<OrderModel | null> {
    return retryOf === null ? null : this.loaders.order(retryOf);
  }

  @ResolveField(() => ID, { nullable: true, description: "The provider's id for the terminal." })
  terminalId({ id }: OrderModel): Promise<string | null> {
    return this.details.find(id, 'terminalId');
  }

  @ResolveField(() => ID, { nullable: true, description: "The provider's id for the shop." })
  shopId({ id }: OrderModel): Promise<string | null> {
    return this.details.find(id, 'shopId');
  }

  @ResolveField(() => [FactModel], {
    description: 'Other fields that the provider shows for the order; empty once they are purged.',
  })
  providerDetails({ id }: OrderModel): Promise<FactModel[]> {
    return this.details.list(id);
  }

  @ResolveField(() => [StatusChangeModel], { description: 'Every status change, oldest first.' })
  async timeline(order: OrderModel): Promise<OrderStatusChangeModel[]> {
    const changes = await this.loaders.timeline(order.id);
    return changes.map((change) => new OrderStatusChangeModel(change));
  }

  private async criteriaOf(filter: OrderFilter | null | undefined, context: GraphqlContext): Promise<OrderCriteria> {
    refuseExcessDecimals(filter);
    const { customer = null, ...criteria } = filter ?? {};
    if (customer === null) return criteria;
    return { ...criteria, customerHashes: await this.customers.begin(customer, context, ['filter', 'customer']) };
  }
}

@Resolver(() => OrderStatusChangeModel)
export class OrderStatusChangesResolver {
  constructor(private readonly loaders: OrderLoaders) {}

  @ResolveField(() => OrderModel, { description: 'The order in its current state.' })
  async order(change: OrderStatusChangeModel): Promise<OrderModel> {
    const order = await this.loaders.order(change.orderId);
    if (!order) throw new Error('A status change without its order');
    return order;
  }
}
