import { createHash } from 'node:crypto';
import type { Facts } from '../../../desk/audit/audit-entry.js';

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

export type ClosedAs = 'CONFIRMED' | 'DECLINED' | 'REPLACED' | 'EXPIRED' | 'FAILED';

export type ChangeRequestStatus = 'PENDING' | ClosedAs;

/** The content that the second person confirms. The hash covers all of it. */
export interface ChangeContent {
  readonly id: string;
  readonly kind: ChangeKind;
  /** The id of the object, or a fixed word if there is only one such object. */
  readonly subject: string;
  /** Everything that takes effect when the change is confirmed. */
  readonly content: Facts;
  /** Null for an API key, because its name already states its purpose. */
  readonly reason: string | null;
  readonly proposedBy: string;
}

export interface ChangeRequest extends ChangeContent {
  readonly contentHash: Buffer;
  readonly status: ChangeRequestStatus;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly closedBy: string | null;
  readonly closedAt: Date | null;
}

/** Hashes a change request. Equal content has an equal hash, whatever order PostgreSQL stores the property names in. */
export function hashContent({ id, kind, subject, content, reason, proposedBy }: ChangeContent): Buffer {
  const facts = Object.entries(content).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([id, kind, subject, facts, reason, proposedBy]))
    .digest();
}

/** The hash in the form in which the API shows and accepts it. */
export function toHashText(contentHash: Buffer): string {
  return contentHash.toString('base64url');
}
