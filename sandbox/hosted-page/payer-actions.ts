import type { BookedOrder } from '../book/order-shelf.js';
import { type FinalOrderStatus, isFinal } from '../orders/order-status.states.js';

/** What a payer can do on some hosted page or other, and what becomes of the order at once; null: only later. */
export const payerActions = {
  pay: 'PAID',
  decline: 'DECLINED',
  leave: 'CANCELED',
  transferred: null,
} as const satisfies Readonly<Record<string, FinalOrderStatus | null>>;

export type PayerAction = keyof typeof payerActions;

/**
 * What the page of this order offers. An order whose money is under way, or which is to be declined, offers nothing.
 */
export function offeredActions({ order, outcome, cards }: BookedOrder): readonly PayerAction[] {
  const isTaken = cards.some((card) => card.outcome === 'taken');
  if (isFinal(order.status) || outcome !== null || isTaken) return [];
  return order.method === 'bankmethod' ? ['transferred', 'leave'] : ['pay', 'decline', 'leave'];
}
