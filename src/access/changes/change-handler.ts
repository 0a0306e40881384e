import type { Secret } from '../../common/secret.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { ChangeKind, ChangeRequest } from './domain/change-request.js';
import type { Refusal } from '../../common/refusal.js';

/** Why a change cannot be made although two people agreed on it. */
export type ChangeObstacleCode =
  /** The object has changed since the proposal, so retrying cannot help. */
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
  /** A secret that is shown once, to the person who confirms. */
  readonly shown?: Secret;
}

export interface LockedChange {
  readonly kind: 'locked';
  /** Makes the change. If that is impossible, writes nothing and returns the reason. */
  apply(people: { readonly proposedBy: string; readonly confirmedBy: string }): Promise<AppliedChange | ChangeObstacle>;
}

/** A change with everything loaded that other servers have to provide. */
export interface PreparedChange {
  readonly kind: 'prepared';
  /**
   * Locks the object, which must come before locking the change request: code that closes the request because of the
   * object locks in this order, too.
   */
  lock(tx: Transaction): Promise<LockedChange | ChangeObstacle>;
}

/**
 * Carries out one kind of change. The feature that it belongs to implements it and registers it with `ChangeHandlers`.
 */
export interface ChangeHandler {
  readonly kind: ChangeKind;
  /** Prepares a change from the stored request only. Called without an open transaction. */
  prepare(request: ChangeRequest): Promise<PreparedChange | ChangeObstacle>;
  /**
   * Locks the object of a request that is being declined, and returns the function that then updates the object.
   * Optional.
   */
  lockToDecline?(
    tx: Transaction,
    request: ChangeRequest,
  ): Promise<(by: { readonly actorId: string; readonly reason: string }) => Promise<void>>;
}

export function obstacle(code: ChangeObstacleCode, message: string): ChangeObstacle {
  return { kind: 'refused', code, message };
}
