import type { FundsState } from '../../../desk/ledger/domain/ledger-account.js';
import type { PayoutStatus } from './payout-status.js';

/**
 * Where the money of a payout is, by its status. Reserved for as long as it may have been paid: only an end that says
 * otherwise gives it back. A status that nobody understands is no such end.
 */
const FUNDS_STATES: Readonly<Record<PayoutStatus, FundsState>> = {
  AWAITING_APPROVAL: 'AVAILABLE',
  DECLINED: 'AVAILABLE',
  WITHDRAWN: 'AVAILABLE',
  APPROVED: 'AVAILABLE',
  SUBMITTING: 'RESERVED',
  UNCONFIRMED: 'RESERVED',
  REJECTED: 'AVAILABLE',
  CLOSED: 'AVAILABLE',
  CREATED: 'RESERVED',
  PROCESSING: 'RESERVED',
  UNRECOGNIZED: 'RESERVED',
  COMPLETED: 'PAID_OUT',
  FAILED: 'AVAILABLE',
  CANCELED: 'AVAILABLE',
  EXPIRED: 'AVAILABLE',
};

export function fundsStateOf(status: PayoutStatus): FundsState {
  return FUNDS_STATES[status];
}
