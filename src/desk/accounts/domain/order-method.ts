export const ORDER_METHODS = [
  'HOSTED_PAGE',
  'CARD_H2H',
  'CARD_IN_ORDER',
  'WALLET1',
  'WALLET2',
  'BANK_TRANSFER',
] as const;

/** How the payer pays. */
export type OrderMethod = (typeof ORDER_METHODS)[number];

/** Whether the card passes through Purser, with the order or after it. */
export function takesCard(method: OrderMethod): boolean {
  return method === 'CARD_H2H' || method === 'CARD_IN_ORDER';
}
