import type { BookedOrder } from '../book/order-shelf.js';
import { type FinalOrderStatus, isFinal } from '../orders/order-status.states.js';

/** The payer's actions, each with the order's next status; null if the status changes only later. */
export const payerActions = {
  pay: 'PAID',
  decline: 'DECLINED',
  leave: 'CANCELED',
  transferred: null,
} as const satisfies Readonly<Record<string, FinalOrderStatus | null>>;

export type PayerAction = keyof typeof payerActions;

/** Returns the actions on the page. An order with money in transit, or one that will be declined, offers none. */
export function offeredActions({ order, outcome, cards }: BookedOrder): readonly PayerAction[] {
  const isTaken = cards.some((card) => card.outcome === 'taken');
  if (isFinal(order.status) || outcome !== null || isTaken) return [];
  return order.method === 'bankmethod' ? ['transferred', 'leave'] : ['pay', 'decline', 'leave'];
}
