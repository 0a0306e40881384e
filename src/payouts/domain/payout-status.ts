import type { SubmissionState } from './submission-state.js';

/** What the payment service says of a payout it has, translated by the provider profile. */
export type ProviderPayoutState =
  'CREATED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED' | 'UNRECOGNIZED';

/** The one status readers see: ours until the payment service has it, then theirs. */
export type PayoutStatus = Exclude<SubmissionState, 'ACCEPTED'> | ProviderPayoutState;

/** Why a payout waits for a person. */
export type HoldReason = 'LOOK_ALIKE';

const FINAL_STATUSES: ReadonlySet<PayoutStatus> = new Set<PayoutStatus>([
  'DECLINED',
  'WITHDRAWN',
  'REJECTED',
  'CLOSED',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'EXPIRED',
]);

/** Whether nothing more is expected of it. COMPLETED is final in normal operation; it is re-read all the same. */
export function isFinalPayoutStatus(status: PayoutStatus): boolean {
  return FINAL_STATUSES.has(status);
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
  /** From before what is known. */
  | 'stale'
  /** Against a final status, seen for the first time: to be read once more. */
  | 'suspicion'
  /** Against a final status, seen again: it was corrected at the payment service. */
  | 'correction';

/** Judges a read-back against what is known. */
export function judgeProviderMove(known: {
  readonly state: ProviderPayoutState | null;
  readonly suspected: ProviderPayoutState | null;
  readonly read: ProviderPayoutState;
}): ProviderMove {
  const { state, suspected, read } = known;
  if (state === null) return 'step';
  if (read === state) return 'none';
  const isFinal = RANKS[state] === 2;
  if (!isFinal) return RANKS[read] >= RANKS[state] ? 'step' : 'stale';
  // After an end, a lower rank is either an old answer or a correction: only seeing it again tells.
  return suspected === read ? 'correction' : 'suspicion';
}
