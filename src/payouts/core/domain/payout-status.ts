import { SUBMISSION_STATES, type SubmissionState } from './submission-state.js';

const PROVIDER_PAYOUT_STATES = [
  'CREATED',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'EXPIRED',
  'UNRECOGNIZED',
] as const;

export type ProviderPayoutState = (typeof PROVIDER_PAYOUT_STATES)[number];

/** The status that readers see: Purser's state until the provider has the payout, then the provider's status. */
export type PayoutStatus = Exclude<SubmissionState, 'ACCEPTED'> | ProviderPayoutState;

export const PAYOUT_STATUSES = [
  ...(Object.keys(SUBMISSION_STATES) as SubmissionState[]).filter((state) => state !== 'ACCEPTED'),
  ...PROVIDER_PAYOUT_STATES,
] satisfies readonly PayoutStatus[];

export type ApprovalReason =
  | 'POSSIBLE_DUPLICATE'
  | 'POLICY'
  /** Approvals expired or were revoked. */
  | 'APPROVAL_LAPSED'
  /** The database was replaced, and callers may repeat requests that were lost with the old one. */
  | 'DATABASE_RESTORED';

export const FINAL_PAYOUT_STATUSES: readonly PayoutStatus[] = [
  'DECLINED',
  'WITHDRAWN',
  'REJECTED',
  'CLOSED',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'EXPIRED',
];

/**
 * Whether no further change is expected. COMPLETED is final in normal operation, but payouts in it are polled for a
 * while.
 */
export function isFinalPayoutStatus(status: PayoutStatus): boolean {
  return FINAL_PAYOUT_STATUSES.includes(status);
}

export const UNPAID_PAYOUT_STATUSES: readonly PayoutStatus[] = FINAL_PAYOUT_STATUSES.filter(
  (status) => status !== 'COMPLETED',
);

/** Whether the payout ended without being paid, as far as Purser knows. */
export function isUnpaidEnd(status: PayoutStatus): boolean {
  return UNPAID_PAYOUT_STATUSES.includes(status);
}

/** Whether a payout may have been paid: it has not ended unpaid, or the provider contradicted that end once. */
export function isPerhapsPaid({
  status,
  suspectedState,
}: {
  readonly status: PayoutStatus;
  readonly suspectedState?: ProviderPayoutState | null;
}): boolean {
  return !isUnpaidEnd(status) || (suspectedState ? !isUnpaidEnd(suspectedState) : false);
}

/** How far a payout is in each status. An answer with a lower rank than the stored status is older. */
const RANKS: Readonly<Record<ProviderPayoutState, number>> = {
  CREATED: 0,
  UNRECOGNIZED: 1,
  PROCESSING: 1,
  COMPLETED: 2,
  FAILED: 2,
  CANCELED: 2,
  EXPIRED: 2,
};

export type ProviderMove =
  | 'none'
  | 'step'
  /** Older than the stored status, seen for the first time. */
  | 'stale'
  /** Older than the stored status, and seen again: the provider moved the payout back. */
  | 'regression'
  /** Contradicts a final status, seen for the first time, so the payout is read once more. */
  | 'suspicion'
  /** Contradicts a final status, and seen again: the provider corrected the status. */
  | 'correction';

/**
 * Compares a read-back with the stored status.
 * @param known `isSeenAgain`: the same contradiction was read before, so long ago that this answer cannot be a cached
 * one
 */
export function classifyProviderMove(known: {
  readonly state: ProviderPayoutState | null;
  readonly read: ProviderPayoutState;
  readonly isSeenAgain: boolean;
}): ProviderMove {
  const { state, read, isSeenAgain } = known;
  if (state === null) return 'step';
  if (read === state) return 'none';
  const isFinal = RANKS[state] === 2;
  if (!isFinal && RANKS[read] >= RANKS[state]) return 'step';
  // A status with a lower rank, or any change to a final status, is either stale or true. Only a second read can tell.
  if (!isFinal) return isSeenAgain ? 'regression' : 'stale';
  return isSeenAgain ? 'correction' : 'suspicion';
}

/**
 * Statuses in which money was or may have been sent. They count towards the daily limits; any other final status
 * returns its share.
 */
export const SPENDING_STATUSES: readonly PayoutStatus[] = [
  'SUBMITTING',
  'UNCONFIRMED',
  'CREATED',
  'PROCESSING',
  'COMPLETED',
  'UNRECOGNIZED',
];
