import { createHash } from 'node:crypto';
import type { Facts } from '../../../desk/audit/audit-entry.js';

/** The kinds of change that take two people. */
export type ChangeKind =
  | 'API_KEY'
  | 'PERSON'
  | 'PAYOUT_GATE'
  | 'PAYOUT_POLICY'
  | 'PAYOUT_LIMIT'
  | 'RECIPIENT_READINGS'
  | 'UNCONFIRMED_PAYOUT'
  | 'LOST_PAYMENT'
  | 'UNCONFIRMED_ORDER';

/** How a change request ended. */
export type ClosedAs = 'CONFIRMED' | 'DECLINED' | 'REPLACED' | 'EXPIRED' | 'FAILED';

export type ChangeRequestStatus = 'PENDING' | ClosedAs;

/** The facts that the second person goes by: all of them are in the hash. */
export interface ChangeContent {
  readonly id: string;
  readonly kind: ChangeKind;
  /** The object of the change: an id, or a fixed word where there is one such thing. */
  readonly subject: string;
  /** All that takes effect. */
  readonly content: Facts;
  /** Null for an API key, whose name says what it is for. */
  readonly reason: string | null;
  readonly proposedBy: string;
}

/** One person's proposal, as it is stored. */
export interface ChangeRequest extends ChangeContent {
  readonly contentHash: Buffer;
  readonly status: ChangeRequestStatus;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly closedBy: string | null;
  readonly closedAt: Date | null;
}

/** The hash of a change request: equal for equal content, whatever order PostgreSQL keeps the names in. */
export function hashContent({ id, kind, subject, content, reason, proposedBy }: ChangeContent): Buffer {
  const facts = Object.entries(content).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([id, kind, subject, facts, reason, proposedBy]))
    .digest();
}

/** A hash as the API shows and takes it. */
export function toHashText(contentHash: Buffer): string {
  return contentHash.toString('base64url');
}
