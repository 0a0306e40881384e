import { createHash } from 'node:crypto';

/** Where the chain ends: the number of the last sealed entry and the hash over it and everything before. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: Buffer;
}

/** The hash before the first entry. */
export const FIRST_PREVIOUS_HASH: Buffer = Buffer.alloc(32);

/** The event of a line, in the log or a file, that says where the chain ended. */
export const ANCHOR_EVENT = 'audit_anchor';

/** Everything of an entry that is sealed, each as PostgreSQL writes it. */
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

/** Selects a `SealedContent` from `audit_entries AS entry`. The time is in UTC, whatever the connection's zone. */
export const SEALED_CONTENT_COLUMNS = `entry.id, entry.incarnation, entry.tx_id::text AS "txId",
  to_char(entry.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "occurredAt", entry.action,
  entry.subject_type AS "subjectType", entry.subject_id AS "subjectId", entry.before::text AS before,
  entry.after::text AS after, entry.reason, entry.actor_id AS "actorId", entry.actor_name AS "actorName",
  entry.actor_kind AS "actorKind", entry.operation, entry.request_id AS "requestId",
  entry.client_address AS "clientAddress"`;

// Says what is hashed and in which order, so that another order can follow one day and old seals still verify.
const FORM = 'purser-audit-2';

// Of entries that were written before databases had incarnations.
const FORM_WITHOUT_INCARNATION = 'purser-audit-1';

/** The hash of an entry in its place: of the hash before it, its number, and every column of it. */
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
