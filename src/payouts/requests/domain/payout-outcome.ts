import type { Refusal } from '../../../common/refusal.js';
import type { PayoutStatus } from '../../core/domain/payout-status.js';

export type PayoutOutcomeCode = 'PROVIDER_REFUSED' | 'NOT_PAID';

const UNPAID_ENDS: Readonly<Partial<Record<PayoutStatus, string>>> = {
  DECLINED: 'The payout was declined.',
  WITHDRAWN: 'The payout was withdrawn before it was sent.',
  CLOSED: 'Two people found that the provider does not have the payout.',
  FAILED: 'The provider could not pay it.',
  CANCELED: 'The payout was canceled at the provider.',
  EXPIRED: 'The payout expired at the provider.',
};

/**
 * Returns why a stored payout will not be paid; null if it was paid or may be. An unconfirmed payout is not refused: a
 * program that concluded that it was not paid would pay twice.
 */
export function outcomeRefusal({
  status,
  problem,
}: {
  readonly status: PayoutStatus;
  readonly problem: string | null;
}): Refusal<PayoutOutcomeCode> | null {
  if (status === 'REJECTED') {
    return { code: 'PROVIDER_REFUSED', field: null, message: problem ?? 'The provider refused it.' };
  }
  const message = UNPAID_ENDS[status];
  return message === undefined ? null : { code: 'NOT_PAID', field: null, message };
}
