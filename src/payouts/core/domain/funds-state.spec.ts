import { type EntryKind, movementBetween } from '../../../desk/ledger/domain/ledger-account.js';
import { fundsStateOf } from './funds-state.js';
import type { PayoutStatus } from './payout-status.js';

describe("a payout's funds", () => {
  it.each<[PayoutStatus, PayoutStatus, EntryKind | null]>([
    // The claim, and the outcome of the attempt.
    ['APPROVED', 'SUBMITTING', 'RESERVATION'],
    ['SUBMITTING', 'CREATED', null],
    ['SUBMITTING', 'APPROVED', 'RELEASE'],
    ['SUBMITTING', 'REJECTED', 'RELEASE'],
    ['SUBMITTING', 'UNCONFIRMED', null],
    // Statuses at the provider.
    ['CREATED', 'PROCESSING', null],
    ['PROCESSING', 'UNRECOGNIZED', null],
    ['PROCESSING', 'COMPLETED', 'PAYMENT'],
    ['UNCONFIRMED', 'COMPLETED', 'PAYMENT'],
    ['PROCESSING', 'FAILED', 'RELEASE'],
    ['CREATED', 'CANCELED', 'RELEASE'],
    ['UNRECOGNIZED', 'EXPIRED', 'RELEASE'],
    // Actions of people.
    ['UNCONFIRMED', 'CLOSED', 'RELEASE'],
    ['UNCONFIRMED', 'APPROVED', 'RELEASE'],
    ['APPROVED', 'WITHDRAWN', null],
    ['AWAITING_APPROVAL', 'DECLINED', null],
    // Corrections and late evidence.
    ['COMPLETED', 'FAILED', 'RETURN'],
    ['COMPLETED', 'PROCESSING', 'REOPENING'],
    ['FAILED', 'COMPLETED', 'RETAKING'],
    ['CLOSED', 'COMPLETED', 'RETAKING'],
    ['CLOSED', 'CREATED', 'RESERVATION'],
    ['REJECTED', 'PROCESSING', 'RESERVATION'],
    ['WITHDRAWN', 'FAILED', null],
    ['COMPLETED', 'UNCONFIRMED', 'REOPENING'],
    ['FAILED', 'UNCONFIRMED', 'RESERVATION'],
  ])('a move from %s to %s is posted to the ledger as %s', (from, to, kind) => {
    expect(movementBetween(fundsStateOf(from), fundsStateOf(to))).toBe(kind);
  });
});
