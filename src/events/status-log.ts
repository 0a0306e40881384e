import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../database/transaction.js';
import { LogWakeUp } from './log-wake-up.js';
import type { LogPosition, NewStatusChange, StatusChangeRecord, SubjectType } from './status-change.js';

interface Row {
  id: string;
  tx_id: string;
  subject_type: SubjectType;
  subject_id: string;
  from_status: string | null;
  to_status: string;
  cause: StatusChangeRecord['cause'];
  evidence: StatusChangeRecord['evidence'];
  occurred_at: Date;
}

export interface LogPage {
  readonly changes: readonly StatusChangeRecord[];
  /** Changes are committed behind this page that may not be read yet, as an older transaction is still open. */
  readonly isHeldBack: boolean;
}

const COLUMNS = 'id, tx_id::text, subject_type, subject_id, from_status, to_status, cause, evidence, occurred_at';

// A timeline is read by people; a subject that moved more often than this shows its latest moves.
const MAX_TIMELINE = 200;

/**
 * The append-only log of status changes.
 *
 * Readers see it in the order (transaction, id) and only up to the oldest transaction still open. A transaction that
 * is older than everything released so far cannot appear later, so a reader that remembers its last position misses
 * nothing and sees nothing twice, however commits interleave.
 */
@Injectable()
export class StatusLog {
  constructor(
    private readonly dataSource: DataSource,
    private readonly wakeUp: LogWakeUp,
  ) {}

  /** Writes one change with the transaction that makes it; readers are woken after the commit. */
  async append(tx: Transaction, change: NewStatusChange): Promise<void> {
    await tx.query(
      `INSERT INTO status_changes (subject_type, subject_id, from_status, to_status, cause, evidence)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [change.subjectType, change.subjectId, change.from, change.to, change.cause, JSON.stringify(change.evidence)],
    );
    tx.afterCommit(() => {
      this.wakeUp.announce();
    });
  }

  /** When a subject first came to a status that it has had, by the database's clock; what `tx` itself wrote counts. */
  async findArrival(
    tx: Transaction,
    { subjectType, subjectId, status }: { subjectType: SubjectType; subjectId: string; status: string },
  ): Promise<Date> {
    const [first] = await tx.query<{ occurredAt: Date }>(
      `SELECT occurred_at AS "occurredAt" FROM status_changes
       WHERE subject_id = $1 AND subject_type = $2 AND to_status = $3 ORDER BY id LIMIT 1`,
      [subjectId, subjectType, status],
    );
    if (!first) throw new Error('A status that was never come to');
    return first.occurredAt;
  }

  /** The next changes after a position, oldest first. */
  async readAfter(position: LogPosition, limit: number): Promise<LogPage> {
    const rows = await this.dataSource.query<(Row & { is_settled: boolean })[]>(
      `SELECT ${COLUMNS}, tx_id < pg_snapshot_xmin(pg_current_snapshot()) AS is_settled FROM status_changes
       WHERE (tx_id, id) > ($1::text::xid8, $2::bigint) ORDER BY status_changes.tx_id, id LIMIT $3`,
      [position.txId.toString(), position.id.toString(), limit],
    );
    const settled = rows.filter((row) => row.is_settled);
    return { changes: settled.map(toRecord), isHeldBack: settled.length < rows.length };
  }

  /** The next changes of one subject, or of all of a type, within (after, upTo]. The range must be released already. */
  async readRange(range: {
    readonly subjectType: SubjectType;
    readonly subjectId: string | null;
    readonly after: LogPosition;
    readonly upTo: LogPosition;
    readonly limit: number;
  }): Promise<StatusChangeRecord[]> {
    const rows = await this.dataSource.query<Row[]>(
      `SELECT ${COLUMNS} FROM status_changes
       WHERE (tx_id, id) > ($1::text::xid8, $2::bigint) AND (tx_id, id) <= ($3::text::xid8, $4::bigint)
         AND subject_type = $5 AND ($6::uuid IS NULL OR subject_id = $6)
       ORDER BY status_changes.tx_id, id LIMIT $7`,
      [
        range.after.txId.toString(),
        range.after.id.toString(),
        range.upTo.txId.toString(),
        range.upTo.id.toString(),
        range.subjectType,
        range.subjectId,
        range.limit,
      ],
    );
    return rows.map(toRecord);
  }

  /**
   * The place of a cursor in the log as it is now: its change may have been moved since by `rebaseRestoredChanges`. A
   * cursor of a change that a restore lost, from a transaction this cluster has not reached, stands at the start.
   */
  async locate(position: LogPosition): Promise<LogPosition> {
    const [row] = await this.dataSource.query<{ tx_id: string }[]>(
      `SELECT coalesce(
         (SELECT tx_id FROM status_changes WHERE id = $2),
         CASE WHEN $1::text::xid8 < pg_snapshot_xmax(pg_current_snapshot()) THEN $1::text::xid8 ELSE '0' END
       )::text AS tx_id`,
      [position.txId.toString(), position.id.toString()],
    );
    return row ? { txId: BigInt(row.tx_id), id: position.id } : position;
  }

  /** The position up to which everything is settled now. */
  async findHead(): Promise<LogPosition | null> {
    const [row] = await this.dataSource.query<{ tx_id: string; id: string }[]>(
      `SELECT tx_id::text, id FROM status_changes WHERE tx_id < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY status_changes.tx_id DESC, id DESC LIMIT 1`,
    );
    return row ? { txId: BigInt(row.tx_id), id: BigInt(row.id) } : null;
  }

  /** The timelines of several subjects of a type, each oldest first and by subject id. */
  async readTimelines(
    subjectType: SubjectType,
    subjectIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StatusChangeRecord[]>> {
    const rows = await this.dataSource.query<Row[]>(
      `SELECT change.* FROM unnest($1::uuid[]) AS wanted (wanted_id)
       CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM status_changes
         WHERE subject_id = wanted.wanted_id AND subject_type = $2 ORDER BY id DESC LIMIT ${MAX_TIMELINE}) AS change
       ORDER BY change.id`,
      [subjectIds, subjectType],
    );
    const timelines = new Map<string, StatusChangeRecord[]>(subjectIds.map((id) => [id, []]));
    for (const row of rows) timelines.get(row.subject_id)?.push(toRecord(row));
    return timelines;
  }

  /**
   * Moves all changes to the start of the log when some were numbered by another database cluster.
   *
   * After a dump is restored into a new cluster, transaction ids begin low again while the log still holds the old,
   * higher ones: new changes would sort before the reader's position and never be seen. A visible change numbered at
   * or above the next transaction id can only come from such a restore. All are moved, so that their ids alone order
   * them: those the old cluster numbered low must not sort behind those it numbered high.
   */
  async rebaseRestoredChanges(): Promise<number> {
    const [result] = await this.dataSource.query<{ moved: string }[]>(
      'SELECT rebase_restored_status_changes() AS moved',
    );
    return Number(result?.moved ?? 0);
  }
}

function toRecord(row: Row): StatusChangeRecord {
  return {
    position: { txId: BigInt(row.tx_id), id: BigInt(row.id) },
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    from: row.from_status,
    to: row.to_status,
    cause: row.cause,
    evidence: row.evidence,
    occurredAt: row.occurred_at,
  };
}
