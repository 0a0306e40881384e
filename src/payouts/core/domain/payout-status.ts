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

/** The provider's status of a payout, translated by the provider profile. */
export type ProviderPayoutState = (typeof PROVIDER_PAYOUT_STATES)[number];

/** The one status readers see: ours until the provider has it, then theirs. */
export type PayoutStatus = Exclude<SubmissionState, 'ACCEPTED'> | ProviderPayoutState;

export const PAYOUT_STATUSES = [
  ...(Object.keys(SUBMISSION_STATES) as SubmissionState[]).filter((state) => state !== 'ACCEPTED'),
  ...PROVIDER_PAYOUT_STATES,
] satisfies readonly PayoutStatus[];

/** Why a payout waits for a person. */
export type ApprovalReason =
  | 'POSSIBLE_DUPLICATE'
  | 'POLICY'
  /** It was approved, and is no longer. */
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

/** Whether nothing more is expected of it. COMPLETED is final in normal operation; it is re-read all the same. */
export function isFinalPayoutStatus(status: PayoutStatus): boolean {
  return FINAL_PAYOUT_STATUSES.includes(status);
}

/** How far along a status is; an answer of lower rank is older than what is known. */
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
  /** Nothing new. */
  | 'none'
  /** Further along. */
  | 'step'
  /** From before what is known, seen for the first time. */
  | 'stale'
  /** From before what is known, seen again: it went back at the provider. */
  | 'regression'
  /** Against a final status, seen for the first time: to be read once more. */
  | 'suspicion'
  /** Against a final status, seen again: it was corrected at the provider. */
  | 'correction';

/**
 * Validates a read-back against what is known.
 *
 * @param known `isSeenAgain`: the same contradiction was read before, long enough ago to be no echo of this one
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
  // A lower rank, or anything else after an end, is an old answer or the truth: only seeing it again tells.
  if (!isFinal) return isSeenAgain ? 'regression' : 'stale';
  return isSeenAgain ? 'correction' : 'suspicion';
}

/** Statuses in which money left, or may have: what a day's limits count. Whatever else ends it gives its share back. */
export const SPENDING_STATUSES: readonly PayoutStatus[] = [
  'SUBMITTING',
  'UNCONFIRMED',
  'CREATED',
  'PROCESSING',
  'COMPLETED',
  'UNRECOGNIZED',
];
