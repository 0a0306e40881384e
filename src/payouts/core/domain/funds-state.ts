import type { FundsState } from '../../../desk/ledger/domain/ledger-account.js';
import type { PayoutStatus } from './payout-status.js';

/**
 * The state of the funds in each status. Funds stay reserved as long as the payout may have been paid. Only a definite
 * final status releases them, and an unrecognised status is not definite.
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
