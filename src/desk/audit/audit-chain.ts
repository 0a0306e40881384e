import { createHash } from 'node:crypto';

/** The position of the last sealed entry, and the hash over that entry and everything before it. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: Buffer;
}

export const FIRST_PREVIOUS_HASH: Buffer = Buffer.alloc(32);

/** The log event that records the head of the chain. */
export const ANCHOR_EVENT = 'audit_anchor';

export interface SealedContent {
  readonly id: string;
  readonly incarnation: number;
  readonly txId: string;
  readonly occurredAt: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly actorKind: string;
  readonly operation: string | null;
  readonly requestId: string | null;
  readonly clientAddress: string | null;
}

/**
 * Columns that select a `SealedContent` from `audit_entries AS entry`. The time is in UTC, whatever the time zone of
 * the session.
 */
export const SEALED_CONTENT_COLUMNS = `entry.id, entry.incarnation, entry.tx_id::text AS "txId",
  to_char(entry.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "occurredAt", entry.action,
  entry.subject_type AS "subjectType", entry.subject_id AS "subjectId", entry.before::text AS before,
  entry.after::text AS after, entry.reason, entry.actor_id AS "actorId", entry.actor_name AS "actorName",
  entry.actor_kind AS "actorKind", entry.operation, entry.request_id AS "requestId",
  entry.client_address AS "clientAddress"`;

// Version of the format that is hashed, so that it can change while old seals can still be verified.
const FORM = 'purser-audit-2';

// The version that was used before databases had incarnations.
const FORM_WITHOUT_INCARNATION = 'purser-audit-1';

/** Hashes the previous hash, the entry's position, and all of its columns. */
export function hashEntry(previous: Buffer, seq: number, entry: SealedContent): Buffer {
  const canonical = JSON.stringify([
    entry.incarnation === 0 ? FORM_WITHOUT_INCARNATION : FORM,
    seq,
    entry.id,
    ...(entry.incarnation === 0 ? [] : [entry.incarnation]),
    entry.txId,
    entry.occurredAt,
    entry.action,
    entry.subjectType,
    entry.subjectId,
    entry.before,
    entry.after,
    entry.reason,
    entry.actorId,
    entry.actorName,
    entry.actorKind,
    entry.operation,
    entry.requestId,
    entry.clientAddress,
  ]);
  return createHash('sha256').update(previous).update(canonical).digest();
}
