import { assignmentsOf, type Given } from '../../../platform/database/writes.js';
import type { ProviderPayoutState } from '../domain/payout-status.js';
import type { StoredWait } from '../domain/payout-wait.js';
import type { SubmissionState } from '../domain/submission-state.js';
import type { PayoutEntity } from './payout.entity.js';

// The process that handles the mutation sends the payout. The tick sends only payouts whose process died first, so it
// waits this long. The commit and the claim take a small part of 5 s, even on an overloaded machine.
export const CALLER_FIRST_SECONDS = 5;

/** Columns that are filled in later, or by the database. */
type Later =
  | 'recipientPurgedAt'
  | 'approvedHash'
  | 'declineReason'
  | 'claimedOn'
  | 'blockedBy'
  | 'waitsFor'
  | 'waitsSince'
  | 'submissionState'
  | 'providerStatus'
  | 'providerState'
  | 'status'
  | 'providerPayoutId'
  | 'statusMessage'
  | 'problem'
  | 'finding'
  | 'suspectedState'
  | 'suspectedAt'
  | 'readBackAt'
  | 'absentSince'
  | 'attemptsMade'
  | 'nextAttemptAt'
  | 'checksMade'
  | 'nextCheckAt'
  | 'acceptedAt'
  | 'completedAt'
  | 'providerCompletedAt'
  | 'correctedAt'
  | 'createdAt'
  | 'updatedAt';

/** The row of a new payout. Every column of the entity must be given here, or listed in `Later`. */
export interface NewPayoutRow extends Readonly<Omit<PayoutEntity, Later>> {
  /** Whether other payouts of the account may have the same external id. */
  readonly allowsSharedExternalId: boolean;
  readonly sealedRecipient: Buffer;
  readonly recipientHash: Buffer;
  readonly requisitesHash: Buffer;
  readonly userIdHash: Buffer;
}

/** Columns that a move copies from its patch unchanged. */
const PLAIN_COLUMNS = {
  problem: 'problem',
  blockedBy: 'blocked_by',
  approvalReason: 'approval_reason',
  declineReason: 'decline_reason',
  approvedHash: 'approved_hash',
  approvalsNeeded: 'approvals_needed',
  amount: 'amount',
  note: 'note',
  sealedRecipient: 'sealed_recipient',
  maskedRequisites: 'masked_requisites',
  recipientHash: 'recipient_hash',
  requisitesHash: 'requisites_hash',
  userIdHash: 'user_id_hash',
  contentHash: 'content_hash',
  editedBy: 'edited_by',
  providerPayoutId: 'provider_payout_id',
  providerStatus: 'provider_status',
  providerState: 'provider_state',
  statusMessage: 'status_message',
  completedAt: 'completed_at',
  providerCompletedAt: 'provider_completed_at',
  acceptedAt: 'accepted_at',
  absentSince: 'absent_since',
  suspectedState: 'suspected_state',
  suspectedAt: 'suspected_at',
  checksMade: 'checks_made',
  nextCheckAt: 'next_check_at',
} as const satisfies Partial<Record<keyof PayoutEntity, string>>;

type PlainColumn = keyof typeof PLAIN_COLUMNS;

export interface ProviderChange {
  readonly providerPayoutId: string;
  readonly providerStatus: string;
  readonly providerState: ProviderPayoutState;
  readonly statusMessage: string | null;
  readonly suspectedState: ProviderPayoutState | null;
  readonly completedAt: Date | null;
  readonly providerCompletedAt: Date | null;
  readonly correction: string | null;
  readonly checksMade: number;
  /** Seconds until the next poll; null to stop polling. */
  readonly nextCheckSeconds: number | 'as planned' | null;
}

/** Columns that a move writes. Columns that are absent keep their values. */
export interface PayoutPatch extends Readonly<Partial<Pick<PayoutEntity, Exclude<PlainColumn, 'problem'>>>> {
  /** A new problem, or null to clear it. Required, so that no move keeps an old problem by accident. */
  readonly problem: string | null;
  /**
   * Seconds until the payout may be sent. The database requires them for APPROVED, and rejects them for any other
   * state.
   */
  readonly nextAttemptSeconds?: number | null;
  /** Why an approved payout waits; absent if it may be sent now. */
  readonly waitsFor?: StoredWait;
  /** Counts an attempt, and records the present UTC day of the database's clock for the daily limits. */
  readonly isClaim?: true;
  readonly provider?: ProviderChange;
}

export function toAssignments(to: SubmissionState, patch: PayoutPatch, given: Given): string {
  const state = given(to);
  const assignments = [
    `submission_state = ${state}`,
    `next_attempt_at = now() + make_interval(secs => ${given(patch.nextAttemptSeconds ?? null)})`,
    ...assignmentsOf(PLAIN_COLUMNS, patch, given),
    ...waitAssignments(to, patch, given),
  ];
  // After a restore, the lost database may have sent the payout that people now withdraw, so a similar new payout needs
  // approval.
  if (to === 'WITHDRAWN' || to === 'DECLINED') {
    assignments.push(`blocked_by = CASE WHEN (SELECT restored_at IS NOT NULL FROM payout_gate)
      THEN 'MAY_HAVE_BEEN_SENT' ELSE blocked_by END`);
  }
  if (patch.isClaim) {
    assignments.push(`claimed_on = (now() AT TIME ZONE 'UTC')::date`, 'attempts_made = attempts_made + 1');
  }
  if (patch.provider) assignments.push(...providerAssignments(patch.provider, { problem: patch.problem, given }));
  else assignments.push('updated_at = now()');
  return assignments.join(', ');
}

/** SQL that keeps the start of a wait as long as the reason stays the same. */
export function waitsSince(waitsFor: string): string {
  return `CASE WHEN waits_for = ${waitsFor} THEN waits_since ELSE now() END`;
}

/**
 * A claim changes neither column, so a payout whose attempts fail repeatedly has been waiting since the first failure.
 */
function waitAssignments(to: SubmissionState, { waitsFor }: PayoutPatch, given: Given): string[] {
  if (to === 'SUBMITTING') return [];
  if (to === 'AWAITING_APPROVAL') return ['waits_for = NULL, waits_since = now()'];
  if (waitsFor === undefined) return ['waits_for = NULL, waits_since = NULL'];
  const kind = given(waitsFor);
  return [`waits_since = ${waitsSince(kind)}, waits_for = ${kind}`];
}

function providerAssignments(
  change: ProviderChange,
  { problem, given }: { readonly problem: string | null; readonly given: Given },
): string[] {
  const id = given(change.providerPayoutId);
  const status = given(change.providerStatus);
  const state = given(change.providerState);
  const message = given(change.statusMessage);
  const suspected = given(change.suspectedState);
  const completed = given(change.completedAt);
  const correction = given(change.correction);
  return [
    `provider_payout_id = ${id}, provider_status = ${status}, provider_state = ${state}, status_message = ${message}`,
    `suspected_state = ${suspected}`,
    `suspected_at = CASE WHEN ${suspected}::text IS NULL THEN NULL
       WHEN suspected_state = ${suspected} THEN suspected_at ELSE clock_timestamp() END`,
    `completed_at = ${completed}, provider_completed_at = ${given(change.providerCompletedAt)}`,
    `corrected_at = CASE WHEN ${correction}::text IS NULL THEN corrected_at ELSE now() END`,
    `finding = coalesce(${correction}, finding)`,
    `checks_made = ${given(change.checksMade)}`,
    ...(change.nextCheckSeconds === 'as planned'
      ? []
      : [`next_check_at = now() + make_interval(secs => ${given(change.nextCheckSeconds)})`]),
    `accepted_at = coalesce(accepted_at, now())`,
    `read_back_at = now()`,
    // Recipients are purged a fixed time after `updated_at`, so a read that finds nothing new must not change it.
    `updated_at = CASE WHEN ${correction}::text IS NULL AND
         (submission_state, provider_payout_id, provider_status, provider_state, status_message, problem,
           suspected_state, date_trunc('milliseconds', completed_at))
         IS NOT DISTINCT FROM ('ACCEPTED'::text, ${id}::uuid, ${status}::text, ${state}::text, ${message}::text,
           ${given(problem)}::text, ${suspected}::text, ${completed}::timestamptz)
       THEN updated_at ELSE now() END`,
  ];
}
