import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../database/api-reads.js';
import { WhereClause } from '../../database/where-clause.js';
import { countListed } from '../../graphql/connection/count-listed.js';
import type { CursorPosition, SortKey } from '../../graphql/connection/cursor.js';
import type { PageRequest } from '../../graphql/connection/page-request.js';
import type { AuditActorKind, Facts } from '../audit-entry.js';

/** Which entries a list holds; what is null filters nothing. */
export interface AuditEntryCriteria {
  readonly action: string | null;
  readonly subjectType: string | null;
  readonly subjectId: string | null;
  readonly actorId: string | null;
  /** Inclusive. */
  readonly occurredFrom: Date | null;
  /** Exclusive, so that neighbouring ranges share no entry. */
  readonly occurredTo: Date | null;
}

/** An entry as it was written, and its place in the chain once it has one. */
export interface AuditEntryRow {
  readonly id: string;
  readonly occurredAt: Date;
  /** The same time to the microsecond, which a `Date` would cut off. */
  readonly sortValue: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
  readonly reason: string | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly actorKind: AuditActorKind;
  readonly operation: string | null;
  readonly requestId: string | null;
  readonly clientAddress: string | null;
  readonly seq: string | null;
  readonly hash: Buffer | null;
}

/** The newest first, always. */
export const AUDIT_ENTRIES_SORT: SortKey = { name: 'OCCURRED_AT_DESC', kind: 'instant' };

export function positionOfEntry(entry: AuditEntryRow): CursorPosition {
  return { value: entry.sortValue, id: entry.id };
}

/** The list of what was done, paged by keyset. */
@Injectable()
export class AuditEntriesPageQuery {
  constructor(private readonly reads: ApiReads) {}

  /** Up to `limit + 1` entries beyond the page's cursor, nearest first. */
  async list(criteria: AuditEntryCriteria, page: PageRequest): Promise<AuditEntryRow[]> {
    const isForward = page.direction === 'forward';
    const where = whereOf(criteria);
    if (page.cursor) {
      const value = where.parameter(page.cursor.value);
      const id = where.parameter(page.cursor.id);
      where.addRaw(`(entry.occurred_at, entry.id) ${isForward ? '<' : '>'} (${value}::timestamptz, ${id}::uuid)`);
    }
    const direction = isForward ? 'DESC' : 'ASC';
    return this.reads.query<AuditEntryRow[]>(
      `SELECT entry.id, entry.occurred_at AS "occurredAt",
         to_char(entry.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "sortValue", entry.action,
         entry.subject_type AS "subjectType", entry.subject_id AS "subjectId", entry.before, entry.after, entry.reason,
         entry.actor_id AS "actorId", entry.actor_name AS "actorName", entry.actor_kind AS "actorKind",
         entry.operation, entry.request_id AS "requestId", entry.client_address AS "clientAddress",
         seal.seq, seal.hash
       FROM audit_entries AS entry LEFT JOIN audit_seals AS seal ON seal.entry_id = entry.id
       ${where.sql} ORDER BY entry.occurred_at ${direction}, entry.id ${direction}
       LIMIT ${where.parameter(page.limit + 1)}`,
      where.parameters,
    );
  }

  async count(criteria: AuditEntryCriteria): Promise<number> {
    const where = whereOf(criteria);
    return countListed(this.reads, {
      sql: `SELECT FROM audit_entries AS entry ${where.sql}`,
      parameters: where.parameters,
    });
  }
}

function whereOf(criteria: AuditEntryCriteria): WhereClause {
  return new WhereClause()
    .add(criteria.action, (action) => `entry.action = ${action}`)
    .add(criteria.subjectType, (type) => `entry.subject_type = ${type}`)
    .add(criteria.subjectId, (id) => `entry.subject_id = ${id}`)
    .add(criteria.actorId, (id) => `entry.actor_id = ${id}`)
    .add(criteria.occurredFrom, (from) => `entry.occurred_at >= ${from}`)
    .add(criteria.occurredTo, (to) => `entry.occurred_at < ${to}`);
}
