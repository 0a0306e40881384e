import type { BookedOrder } from '../book/order-shelf.js';
import { type FinalOrderStatus, isFinal } from '../orders/order-status.states.js';
import { type FinalH2hStatus, type H2hStage, isFinalH2h, stages } from './h2h-stage.schema.js';

/** How a session ends if its order ends first: by its lifetime, the hosted page, a fault or the control API. */
const endedBy = {
  PAID: stages.succeeded,
  DECLINED: stages.failed,
  CANCELED: stages.cancelled,
  EXPIRED: stages.expired,
} as const satisfies Readonly<Record<FinalOrderStatus, H2hStage & { readonly status: FinalH2hStatus }>>;

/** Returns the current stage of an order's session; null if no card was accepted host to host. */
export function currentStage({ order, h2h }: Pick<BookedOrder, 'order' | 'h2h'>): H2hStage | null {
  const [stage] = h2h?.stages ?? [];
  if (stage === undefined) return null;
  return isFinal(order.status) && !isFinalH2h(stage.status) ? endedBy[order.status] : stage;
}
