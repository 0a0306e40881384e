import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { OrderMethod } from '../domain/order-method.js';

export const OrderMethodEnum = describedEnum<OrderMethod>({
  name: 'OrderMethod',
  description: 'How the payer pays.',
  values: {
    HOSTED_PAGE: "The payer pays on the provider's page.",
    CARD_H2H: "The payer enters a card on the merchant's own page.",
    CARD_IN_ORDER: 'The merchant sends the card with the order.',
    WALLET1: 'The payer pays with the first wallet.',
    WALLET2: 'The payer pays with the second wallet.',
    BANK_TRANSFER: 'The payer pays by bank transfer.',
  },
});
