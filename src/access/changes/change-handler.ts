import type { Secret } from '../../common/secret.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { ChangeKind, ChangeRequest } from './domain/change-request.js';
import type { Refusal } from '../../common/refusal.js';

/** Why a change that two people agreed on cannot be made. */
export type ChangeObstacleCode =
  /** Its object has changed since, so no later try can succeed. */
  | 'OUTDATED'
  | 'CONTENT_CHANGED'
  /** A lock timed out, and nothing was changed. */
  | 'TRY_AGAIN'
  | 'TOO_EARLY'
  | 'RECIPIENT_PURGED'
  | 'EVIDENCE_PENDING'
  | 'NOT_UNREADABLE'
  | 'NO_MATCH'
  | 'NOT_AT_PROVIDER'
  | 'ALREADY_BOUND'
  | 'PROVIDER_UNAVAILABLE'
  | 'LOST_PAYMENTS_OPEN';

export interface ChangeObstacle extends Refusal<ChangeObstacleCode> {
  readonly kind: 'refused';
}

export interface AppliedChange {
  readonly kind: 'applied';
  /** A secret that the second person sees once. */
  readonly shown?: Secret;
}

export interface LockedChange {
  readonly kind: 'locked';
  /** Makes the change, or returns why it cannot be made, writing nothing. */
  apply(people: { readonly proposedBy: string; readonly confirmedBy: string }): Promise<AppliedChange | ChangeObstacle>;
}

/** A change for which everything has been read from other servers. */
export interface PreparedChange {
  readonly kind: 'prepared';
  /** Locks the object before the change request, in the same order as code that ends the request on the way. */
  lock(tx: Transaction): Promise<LockedChange | ChangeObstacle>;
}

/** Implemented by the feature that a kind of change belongs to, and registered with `ChangeHandlers`. */
export interface ChangeHandler {
  readonly kind: ChangeKind;
  /** Called without an open transaction. Applies only the stored request. */
  prepare(request: ChangeRequest): Promise<PreparedChange | ChangeObstacle>;
  /** Locks the object of a declined request, and returns what to do to it. Optional. */
  lockToDecline?(
    tx: Transaction,
    request: ChangeRequest,
  ): Promise<(by: { readonly actorId: string; readonly reason: string }) => Promise<void>>;
}

export function obstacle(code: ChangeObstacleCode, message: string): ChangeObstacle {
  return { kind: 'refused', code, message };
}
