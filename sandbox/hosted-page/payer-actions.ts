import type { BookedOrder } from '../book/order-shelf.js';
import { type FinalOrderStatus, isFinal } from '../orders/order-status.states.js';

/** The payer's actions on the hosted pages, and the order's next status at once; null: only later. */
export const payerActions = {
  pay: 'PAID',
  decline: 'DECLINED',
  leave: 'CANCELED',
  transferred: null,
} as const satisfies Readonly<Record<string, FinalOrderStatus | null>>;

export type PayerAction = keyof typeof payerActions;

/**
 * The actions on the page of this order. An order whose money is under way, or which is to be declined, offers nothing.
 */
export function offeredActions({ order, outcome, cards }: BookedOrder): readonly PayerAction[] {
  const isTaken = cards.some((card) => card.outcome === 'taken');
  if (isFinal(order.status) || outcome !== null || isTaken) return [];
  return order.method === 'bankmethod' ? ['transferred', 'leave'] : ['pay', 'decline', 'leave'];
}
