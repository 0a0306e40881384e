import { wordEnum } from '../../graphql/word-enum.js';
import type { OrderMethod } from '../domain/order-method.js';
import { ORDER_STATES, ORDER_STATUSES, type OrderStatus } from '../domain/order-status.js';
import type { OrderSortField } from '../persistence/orders-page.query.js';

export const OrderStatusEnum = wordEnum<OrderStatus>({
  name: 'OrderStatus',
  description: 'Where an order stands.',
  words: Object.fromEntries(ORDER_STATUSES.map((status) => [status, ORDER_STATES[status].meaning])) as Readonly<
    Record<OrderStatus, string>
  >,
});

export const OrderMethodEnum = wordEnum<OrderMethod>({
  name: 'OrderMethod',
  description: 'How the payer pays.',
  words: {
    HOSTED_PAGE: "On the payment service's own page.",
    CARD_H2H: "By card, on the merchant's own page.",
    CARD_IN_ORDER: 'By card, sent with the order.',
    WALLET1: 'With the first wallet.',
    WALLET2: 'With the second wallet.',
    BANK_TRANSFER: 'By bank transfer.',
  },
});

export const OrderSortFieldEnum = wordEnum<OrderSortField>({
  name: 'OrderSortField',
  description: 'What a list of orders is sorted by.',
  words: {
    CREATED_AT: 'When it was created.',
    UPDATED_AT: 'When it last changed.',
    AMOUNT: 'Its amount, whatever the currency.',
  },
});
