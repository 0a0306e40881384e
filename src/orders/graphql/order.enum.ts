import { describedEnum } from '../../platform/graphql/described-enum.js';
import { ORDER_STATES, ORDER_STATUSES, type OrderStatus } from '../domain/order-status.js';
import type { OrderSortField } from '../persistence/orders-page.query.js';

export const OrderStatusEnum = describedEnum<OrderStatus>({
  name: 'OrderStatus',
  description: 'Status of an order.',
  values: Object.fromEntries(ORDER_STATUSES.map((status) => [status, ORDER_STATES[status].meaning])) as Readonly<
    Record<OrderStatus, string>
  >,
});

export const OrderSortFieldEnum = describedEnum<OrderSortField>({
  name: 'OrderSortField',
  description: 'Field that a list of orders is sorted by.',
  values: {
    CREATED_AT: 'By the time of creation.',
    UPDATED_AT: 'By the time of the last change.',
    AMOUNT: 'By amount, regardless of currency.',
  },
});
