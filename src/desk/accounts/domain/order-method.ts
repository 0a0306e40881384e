export const ORDER_METHODS = [
  'HOSTED_PAGE',
  'CARD_H2H',
  'CARD_IN_ORDER',
  'WALLET1',
  'WALLET2',
  'BANK_TRANSFER',
] as const;

export type OrderMethod = (typeof ORDER_METHODS)[number];

/** Whether Purser receives the payer's card, together with the order or later. */
export function takesCard(method: OrderMethod): boolean {
  return method === 'CARD_H2H' || method === 'CARD_IN_ORDER';
}
