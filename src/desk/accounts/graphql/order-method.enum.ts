import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { OrderMethod } from '../domain/order-method.js';

export const OrderMethodEnum = describedEnum<OrderMethod>({
  name: 'OrderMethod',
  description: 'How the payer pays.',
  values: {
    HOSTED_PAGE: "On the provider's own page.",
    CARD_H2H: "By card, on the merchant's own page.",
    CARD_IN_ORDER: 'By card, sent with the order.',
    WALLET1: 'With the first wallet.',
    WALLET2: 'With the second wallet.',
    BANK_TRANSFER: 'By bank transfer.',
  },
});
