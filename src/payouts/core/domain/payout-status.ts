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

/** The one status readers see: ours until the provider has the payout, then the provider's. */
export type PayoutStatus = Exclude<SubmissionState, 'ACCEPTED'> | ProviderPayoutState;

export const PAYOUT_STATUSES = [
  ...(Object.keys(SUBMISSION_STATES) as SubmissionState[]).filter((state) => state !== 'ACCEPTED'),
  ...PROVIDER_PAYOUT_STATES,
] satisfies readonly PayoutStatus[];

export type ApprovalReason =
  | 'POSSIBLE_DUPLICATE'
  | 'POLICY'
  /** Its approvals expired or were revoked. */
  | 'APPROVAL_LAPSED'
  /** The database was replaced, and callers may repeat requests that it lost. */
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

/** Whether no further change is expected. COMPLETED is final in normal operation, but is still polled for a while. */
export function isFinalPayoutStatus(status: PayoutStatus): boolean {
  return FINAL_PAYOUT_STATUSES.includes(status);
}

/** Progress of a status. An answer of lower rank is older than the stored state. */
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
  /** Older than the stored state, seen for the first time. */
  | 'stale'
  /** Older than the stored state, seen again: it went back at the provider. */
  | 'regression'
  /** Contradicts a final status, seen for the first time: read it once more. */
  | 'suspicion'
  /** Contradicts a final status, seen again: it was corrected at the provider. */
  | 'correction';

/**
 * Compares a read-back with the stored state.
 * @param known `isSeenAgain`: the same contradiction was read earlier, long enough ago to be no cached answer
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
  // A lower rank, or any change after an end, is a stale answer or the truth. Only a second read can tell.
  if (!isFinal) return isSeenAgain ? 'regression' : 'stale';
  return isSeenAgain ? 'correction' : 'suspicion';
}

/**
 * Statuses in which money left or may have left. They count against a day's limits; any other end gives its share back.
 */
export const SPENDING_STATUSES: readonly PayoutStatus[] = [
  'SUBMITTING',
  'UNCONFIRMED',
  'CREATED',
  'PROCESSING',
  'COMPLETED',
  'UNRECOGNIZED',
];
