import type { Secret } from '../../common/secret.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { ChangeKind, ChangeRequest } from './domain/change-request.js';
import type { Refusal } from '../../common/refusal.js';

/** Why a change that two people agree on cannot be made. */
export type ChangeObstacleCode =
  /** Its object is another than it was; no later try can succeed. */
  | 'OUTDATED'
  | 'CONTENT_CHANGED'
  /** A lock was not to be had in time, and nothing was changed. */
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
  /** A secret that the second person is shown this once. */
  readonly shown?: Secret;
}

/** The object of a change, locked. */
export interface LockedChange {
  readonly kind: 'locked';
  /** Makes the change, or says that it cannot be made at all; nothing is written then. */
  apply(people: { readonly proposedBy: string; readonly confirmedBy: string }): Promise<AppliedChange | ChangeObstacle>;
}

/** A change of which everything is learned that other servers know. */
export interface PreparedChange {
  readonly kind: 'prepared';
  /** Locks what it is about, before the change request itself, as whoever ends the request on the way does. */
  lock(tx: Transaction): Promise<LockedChange | ChangeObstacle>;
}

/** Implemented by the feature that a kind of change belongs to, and registered with `ChangeHandlers`. */
export interface ChangeHandler {
  readonly kind: ChangeKind;
  /** Called with no transaction open. It applies the stored request, and nothing else. */
  prepare(request: ChangeRequest): Promise<PreparedChange | ChangeObstacle>;
  /**
   * Locks what a request is about that is declined, and returns what is to be done to it then; nothing when it is left
   * out.
   */
  lockToDecline?(
    tx: Transaction,
    request: ChangeRequest,
  ): Promise<(by: { readonly actorId: string; readonly reason: string }) => Promise<void>>;
}

export function obstacle(code: ChangeObstacleCode, message: string): ChangeObstacle {
  return { kind: 'refused', code, message };
}
