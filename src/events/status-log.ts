import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiReads } from '../database/api-reads.js';
import type { Transaction } from '../database/transaction.js';
import { LogWakeUp } from './log-wake-up.js';
import { StatusChangeEntity } from './persistence/status-change.entity.js';
import {
  LOG_START,
  type LogPosition,
  type NewStatusChange,
  type StatusChangeRecord,
  type SubjectType,
} from './status-change.js';

interface PositionRow {
  incarnation: number;
  tx_id: string;
  id: string;
}

interface Row extends PositionRow {
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
  /** The incarnation of the database that was read. */
  readonly incarnation: number;
  /** Whether nothing can have been put in front of the position that the page was asked for after. */
  readonly isPositionFirm: boolean;
}

/** The end of the log as it can be read now. */
export interface LogEnd {
  readonly incarnation: number;
  /** The newest positions, oldest first. */
  readonly positions: readonly LogPosition[];
}

const COLUMNS =
  'incarnation, tx_id::text, id, subject_type, subject_id, from_status, to_status, cause, evidence, occurred_at';

/** A part of the log, and what of it is asked for. */
export interface LogRange {
  readonly subjectType: SubjectType;
  /** Null for every subject of the type. */
  readonly subjectId: string | null;
  readonly after: LogPosition;
  readonly upTo: LogPosition;
  /** How many changes are looked at; those of other types count. */
  readonly limit: number;
}

const WITHIN = `(incarnation, tx_id, id) > ($1, $2::text::xid8, $3) AND (incarnation, tx_id, id) <= ($4, $5::text::xid8, $6)
  AND (incarnation < (SELECT current_incarnation()) OR tx_id < pg_snapshot_xmin(pg_current_snapshot()))`;

// A timeline is read by people; a subject that moved more often than this shows its latest moves.
const MAX_TIMELINE = 200;

/**
 * The append-only log of status changes.
 *
 * Readers see it in the order (incarnation, transaction, id) and only up to the oldest transaction still open. A
 * transaction that is older than everything released so far cannot appear later, so a reader that remembers its last
 * position misses nothing and sees nothing twice, however commits interleave. Of an incarnation that has ended no
 * transaction is open, whatever the numbers of this one are.
 */
@Injectable()
export class StatusLog {
  constructor(
    private readonly dataSource: DataSource,
    private readonly wakeUp: LogWakeUp,
    private readonly reads: ApiReads,
  ) {}

  /** Writes changes, in this order, with the transaction that makes them; readers are woken after the commit. */
  async append(tx: Transaction, ...changes: readonly NewStatusChange[]): Promise<void> {
    await tx.query(
      `INSERT INTO status_changes (subject_type, subject_id, from_status, to_status, cause, evidence)
       SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[])`,
      [
        changes.map(({ subjectType }) => subjectType),
        changes.map(({ subjectId }) => subjectId),
        changes.map(({ from }) => from),
        changes.map(({ to }) => to),
        changes.map(({ cause }) => cause),
        changes.map(({ evidence }) => JSON.stringify(evidence)),
      ],
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
    const first = await tx.repository(StatusChangeEntity).findOne({
      select: { id: true, occurredAt: true },
      where: { subjectId, subjectType, toStatus: status },
      order: { id: 'ASC' },
    });
    if (!first) throw new Error('A status that was never come to');
    return first.occurredAt;
  }

  /** The next changes after a position, oldest first. */
  async readAfter(position: LogPosition, limit: number): Promise<LogPage> {
    // One statement: what is told of the incarnation is about the rows beside it. The position is firm in an
    // incarnation that has ended, for nothing is added there, and in this one while its change is there.
    const rows = await this.dataSource.query<(Row & PageRow)[]>(
      `SELECT here.*, ${COLUMNS}, is_stable
       FROM (SELECT number AS current_incarnation, $1 < number OR EXISTS (
           SELECT FROM status_changes WHERE id = $3 AND tx_id = $2::text::xid8 AND incarnation = $1) AS is_position_firm
         FROM (SELECT current_incarnation() AS number) AS database) AS here
       LEFT JOIN LATERAL (
         SELECT *, incarnation < here.current_incarnation OR tx_id < pg_snapshot_xmin(pg_current_snapshot()) AS is_stable
         FROM status_changes WHERE (incarnation, tx_id, id) > ($1, $2::text::xid8, $3)
         ORDER BY incarnation, tx_id, id LIMIT $4) AS change ON true
       ORDER BY change.incarnation, change.tx_id, change.id`,
      [...toParameters(position), limit],
    );
    const [here] = rows;
    if (!here) throw new Error('The database said nothing of its incarnation');
    const stable = rows.filter((row) => row.is_stable === true);
    return {
      changes: stable.map(toRecord),
      isHeldBack: rows.some((row) => row.is_stable === false),
      incarnation: here.current_incarnation,
      isPositionFirm: here.is_position_firm,
    };
  }

  /**
   * The next changes of one subject, or of all of a type, within (after, upTo], and how far was looked. Nothing is
   * given past a transaction that is still open: after files were put back, a reader may for a moment stand further on
   * than its database, whose open transactions would be passed over.
   */
  async readRange(
    range: LogRange,
  ): Promise<{ readonly changes: StatusChangeRecord[]; readonly lookedUpTo: LogPosition }> {
    const parameters = [...toParameters(range.after), ...toParameters(range.upTo), range.limit];
    if (range.subjectId !== null) {
      // Found by the subject first: a page of the whole log may hold nothing of it.
      const rows = await this.reads.query<Row[]>(
        `WITH own AS MATERIALIZED (SELECT * FROM status_changes WHERE subject_type = $8 AND subject_id = $9)
         SELECT ${COLUMNS} FROM own WHERE ${WITHIN} ORDER BY incarnation, own.tx_id, id LIMIT $7`,
        [...parameters, range.subjectType, range.subjectId],
      );
      const changes = rows.map(toRecord);
      const last = changes.length === range.limit ? changes.at(-1) : undefined;
      return { changes, lookedUpTo: last?.position ?? range.upTo };
    }
    const rows = await this.reads.query<Row[]>(
      `SELECT ${COLUMNS} FROM status_changes WHERE ${WITHIN} ORDER BY incarnation, status_changes.tx_id, id LIMIT $7`,
      parameters,
    );
    const last = rows.length === range.limit ? rows.at(-1) : undefined;
    return {
      changes: rows.filter((row) => row.subject_type === range.subjectType).map(toRecord),
      lookedUpTo: last ? toRecord(last).position : range.upTo,
    };
  }

  /**
   * The place of a cursor in the log as it is now. In an incarnation that has ended, a change that was lost keeps its
   * place: everything since comes after it. A cursor of this incarnation whose change is not there was made by a
   * database that this one is an older state of, so it stands where the incarnation begins: better twice than never.
   */
  async locate(position: LogPosition): Promise<LogPosition> {
    const { incarnation, isPositionFirm } = await this.readAfter(position, 0);
    return isPositionFirm ? position : { ...LOG_START, incarnation };
  }

  /** The newest positions up to which everything is stable now. */
  async findEnd(limit: number): Promise<LogEnd> {
    const rows = await this.dataSource.query<(PositionRow & { current_incarnation: number })[]>(
      `SELECT current_incarnation, incarnation, tx_id::text, id
       FROM (SELECT current_incarnation()) AS here LEFT JOIN LATERAL (
         SELECT incarnation, tx_id, id FROM status_changes
         WHERE incarnation < here.current_incarnation OR tx_id < pg_snapshot_xmin(pg_current_snapshot())
         ORDER BY incarnation DESC, tx_id DESC, id DESC LIMIT $1) AS change ON true
       ORDER BY change.incarnation, change.tx_id, change.id`,
      [limit],
    );
    const incarnation = rows[0]?.current_incarnation ?? 0;
    return { incarnation, positions: rows.filter(isPosition).map(toPosition) };
  }

  /** How many of these positions have no change any more: a database that went backwards has lost them. */
  async countLost(positions: readonly LogPosition[]): Promise<number> {
    const [row] = await this.dataSource.query<{ lost: string }[]>(
      `SELECT count(*) AS lost FROM unnest($1::integer[], $2::text[], $3::bigint[]) AS known (incarnation, tx_id, id)
       WHERE NOT EXISTS (SELECT FROM status_changes AS change WHERE change.id = known.id
         AND change.tx_id = known.tx_id::xid8 AND change.incarnation = known.incarnation)`,
      [
        positions.map(({ incarnation }) => incarnation),
        positions.map(({ txId }) => txId.toString()),
        positions.map(({ id }) => id.toString()),
      ],
    );
    return Number(row?.lost);
  }

  /** The timelines of several subjects of a type, each oldest first and by subject id. */
  async readTimelines(
    subjectType: SubjectType,
    subjectIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StatusChangeRecord[]>> {
    const rows = await this.reads.query<Row[]>(
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
}

interface PageRow {
  current_incarnation: number;
  is_position_firm: boolean;
  /** Null in the one row of a page without changes. */
  is_stable: boolean | null;
}

/** The three values that SQL compares with `(incarnation, tx_id, id)`. */
function toParameters({ incarnation, txId, id }: LogPosition): readonly [number, string, string] {
  return [incarnation, txId.toString(), id.toString()];
}

/** The one row of an empty log holds nulls. */
function isPosition(row: PositionRow): boolean {
  return (row.id as string | null) !== null;
}

function toPosition(row: PositionRow): LogPosition {
  return { incarnation: row.incarnation, txId: BigInt(row.tx_id), id: BigInt(row.id) };
}

function toRecord(row: Row): StatusChangeRecord {
  return {
    position: toPosition(row),
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    from: row.from_status,
    to: row.to_status,
    cause: row.cause,
    evidence: row.evidence,
    occurredAt: row.occurred_at,
  };
}
