import type { NeededApproval, RecordingChecks } from '../../rules/approval-reasons.service.js';

export type RecordingDecision =
  | { readonly kind: 'new'; readonly needed: NeededApproval }
  /** A payout already has the idempotency key or the external id. */
  | { readonly kind: 'exists' }
  /** The maker tried too many similar recipients. */
  | { readonly kind: 'guessing' }
  /** `available` is the balance minus the waiting payouts. */
  | { readonly kind: 'not_covered'; readonly available: string | null };

/** Decides whether a valid payout is recorded, and whether people must approve it. */
export function decideRecording(checks: RecordingChecks): RecordingDecision {
  const { isKeyUsed, isExternalIdTaken, isGuessing, isCovered, available, needed } = checks;
  // Checked first: a repeated request must not be taken for a possible duplicate of itself, and the first one may have
  // used up the balance.
  if (isKeyUsed || isExternalIdTaken) return { kind: 'exists' };
  if (isGuessing) return { kind: 'guessing' };
  return isCovered ? { kind: 'new', needed } : { kind: 'not_covered', available };
}
