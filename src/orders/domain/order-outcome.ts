import type { Refusal } from '../../common/refusal.js';
import type { OrderStatus } from './order-status.js';

export type OrderOutcomeRefusal = Refusal<'PROVIDER_REFUSED' | 'PROVIDER_NOT_REACHED' | 'PROVIDER_OUTCOME_UNKNOWN'>;

export interface CreatedOrder {
  readonly status: OrderStatus;
  readonly providerOrderId: string | null;
  readonly problem: string | null;
  /** Whether provably nothing was sent to the provider. */
  readonly isUnsent: boolean;
}

type FailedStatus = Extract<OrderStatus, 'DECLINED' | 'ABANDONED' | 'UNCONFIRMED'>;

const FALLBACKS: Readonly<Record<FailedStatus, string>> = {
  DECLINED: 'The provider refused the order.',
  ABANDONED: 'The order is abandoned: make a new one, with another idempotency key.',
  UNCONFIRMED: 'The card may have been charged: do not send it again before this order has an end.',
};

/**
 * Returns why the caller may not rely on a stored order; null if the provider has the order, or it is still being sent.
 */
export function outcomeRefusal(order: CreatedOrder): OrderOutcomeRefusal | null {
  // The provider has the order: a webhook may have shown this after the answer was lost.
  if (order.providerOrderId !== null || !isFailed(order.status)) return null;
  return { code: codeOf(order, order.status), field: null, message: order.problem ?? FALLBACKS[order.status] };
}

function isFailed(status: OrderStatus): status is FailedStatus {
  return status in FALLBACKS;
}

function codeOf({ isUnsent }: CreatedOrder, status: FailedStatus): OrderOutcomeRefusal['code'] {
  if (status === 'DECLINED') return 'PROVIDER_REFUSED';
  return isUnsent ? 'PROVIDER_NOT_REACHED' : 'PROVIDER_OUTCOME_UNKNOWN';
}
