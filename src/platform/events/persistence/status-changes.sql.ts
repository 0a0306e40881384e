import type { Repository } from 'typeorm';
import type { Transaction } from '../../database/transaction.js';
import type { LoggedChange, LogPosition, NewStatusChange, StatusChangeRecord } from '../status-change.js';
import type { DeskChangeEntity } from './desk-change.entity.js';
import type { StatusChangeEntity } from './status-change.entity.js';

// Written in SQL, because the log is ordered by three columns and read up to the oldest open transaction, which only a
// database function can determine, and because every order and payout pays for these statements.

type PositionRow = Pick<StatusChangeEntity, 'incarnation' | 'txId' | 'id'>;

export interface LogPage {
  readonly changes: readonly LoggedChange[];
  /** Whether more changes are committed, but cannot be read yet because an older transaction is still open. */
  readonly isHeldBack: boolean;
  readonly incarnation: number;
  /** Whether it is certain that nothing was inserted before the position where the page starts. */
  readonly isPositionFirm: boolean;
}

/** The end of the log as far as it can be read now. */
export interface LogEnd {
  readonly incarnation: number;
  readonly positions: readonly LogPosition[];
}

export interface LogRange {
  readonly subjectId: string | null;
  readonly after: LogPosition;
  readonly upTo: LogPosition;
  /** Maximum number of changes to scan. */
  readonly limit: number;
}

const COLUMNS = `change.incarnation, change.tx_id AS "txId", change.id, change.subject_type AS "subjectType",
  change.subject_id AS "subjectId", change.from_status AS "fromStatus", change.to_status AS "toStatus", change.cause,
  change.evidence, change.aspects, change.occurred_at AS "occurredAt"`;

/** A row from either log. Status changes have no aspects; other changes have no status. */
type LogRow = StatusChangeEntity | (DeskChangeEntity & { readonly toStatus: null });

type PageRow = LogRow & {
  readonly currentIncarnation: number;
  readonly isPositionFirm: boolean;
  /** Null in the only row of a page without changes. */
  readonly isStable: boolean | null;
};

export async function insertChanges(tx: Transaction, changes: readonly NewStatusChange[]): Promise<void> {
  await tx.write({
    table: 'status_changes',
    sql: (given) =>
      `INSERT INTO status_changes (subject_type, subject_id, from_status, to_status, cause, evidence)
       SELECT * FROM unnest(${given(changes.map(({ subjectType }) => subjectType))}::text[],
         ${given(changes.map(({ subjectId }) => subjectId))}::uuid[], ${given(changes.map(({ from }) => from))}::text[],
         ${given(changes.map(({ to }) => to))}::text[], ${given(changes.map(({ cause }) => cause))}::text[],
         ${given(changes.map(({ evidence }) => JSON.stringify(evidence)))}::jsonb[])`,
  });
}

/** Returns the next changes after a position, oldest first. */
export async function readAfter(
  log: Repository<StatusChangeEntity>,
  position: LogPosition,
  limit: number,
): Promise<LogPage> {
  // A single statement, so that the incarnation and the rows are from the same snapshot. The position is firm in an
  // incarnation that has ended, because nothing is added there, and in the current one as long as its change still
  // exists.
  const rows = await log.query<PageRow[]>(
    `SELECT here.*, ${COLUMNS}, is_stable AS "isStable"
     FROM (SELECT number AS "currentIncarnation", $1 < number OR EXISTS (
         SELECT FROM logged_changes WHERE id = $3 AND tx_id = $2::text::xid8 AND incarnation = $1) AS "isPositionFirm"
       FROM (SELECT current_incarnation() AS number) AS database) AS here
     LEFT JOIN LATERAL (
       SELECT *, incarnation < "currentIncarnation" OR tx_id < pg_snapshot_xmin(pg_current_snapshot()) AS is_stable
       FROM logged_changes WHERE (incarnation, tx_id, id) > ($1, $2::text::xid8, $3)
       ORDER BY incarnation, tx_id, id LIMIT $4) AS change ON true
     ORDER BY change.incarnation, change.tx_id, change.id`,
    [...toParameters(position), limit],
  );
  const [here] = rows;
  if (!here) throw new Error('The database said nothing of its incarnation');
  const stable = rows.filter(({ isStable }) => isStable === true);
  return {
    changes: stable.map(toChange),
    isHeldBack: rows.some(({ isStable }) => isStable === false),
    incarnation: here.currentIncarnation,
    isPositionFirm: here.isPositionFirm,
  };
}

/**
 * Returns the next changes after `after` and up to `upTo`, for one subject or for all, and never beyond an open
 * transaction: after the files were restored, a reader may briefly be ahead of its database, and would then miss the
 * changes of open transactions.
 */
export async function readWithin(
  log: Repository<StatusChangeEntity>,
  { subjectId, after, upTo, limit }: LogRange,
): Promise<LoggedChange[]> {
  // Selects by subject first, because a page of the whole log may contain no change of this subject.
  const own = 'WITH own AS MATERIALIZED (SELECT * FROM logged_changes WHERE subject_id = $8)';
  const rows = await log.query<LogRow[]>(
    `${subjectId === null ? '' : own}
     SELECT ${COLUMNS} FROM ${subjectId === null ? 'logged_changes' : 'own'} AS change
     WHERE (incarnation, tx_id, id) > ($1, $2::text::xid8, $3) AND (incarnation, tx_id, id) <= ($4, $5::text::xid8, $6)
       AND (incarnation < (SELECT current_incarnation()) OR tx_id < pg_snapshot_xmin(pg_current_snapshot()))
     ORDER BY incarnation, tx_id, id LIMIT $7`,
    [...toParameters(after), ...toParameters(upTo), limit, ...(subjectId === null ? [] : [subjectId])],
  );
  return rows.map(toChange);
}

/** Returns the newest positions up to which the log is complete now. */
export async function findEnd(log: Repository<StatusChangeEntity>, limit: number): Promise<LogEnd> {
  const rows = await log.query<(PositionRow & { readonly current: number })[]>(
    `SELECT current, incarnation, tx_id AS "txId", id
     FROM (SELECT current_incarnation() AS current) AS here LEFT JOIN LATERAL (
       SELECT incarnation, tx_id, id FROM logged_changes
       WHERE incarnation < here.current OR tx_id < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY incarnation DESC, tx_id DESC, id DESC LIMIT $1) AS change ON true
     ORDER BY change.incarnation, change.tx_id, change.id`,
    [limit],
  );
  return { incarnation: rows[0]?.current ?? 0, positions: rows.filter(isPosition).map(toPosition) };
}

/** Counts the positions whose change no longer exists, which shows that the database was set back. */
export async function countLost(
  log: Repository<StatusChangeEntity>,
  positions: readonly LogPosition[],
): Promise<number> {
  const [row] = await log.query<{ lost: string }[]>(
    `SELECT count(*) AS lost FROM unnest($1::integer[], $2::text[], $3::bigint[]) AS known (incarnation, tx_id, id)
     WHERE NOT EXISTS (SELECT FROM logged_changes AS change WHERE change.id = known.id
       AND change.tx_id = known.tx_id::xid8 AND change.incarnation = known.incarnation)`,
    [
      positions.map(({ incarnation }) => incarnation),
      positions.map(({ txId }) => txId.toString()),
      positions.map(({ id }) => id.toString()),
    ],
  );
  return Number(row?.lost);
}

function toChange(row: LogRow): LoggedChange {
  if (row.toStatus !== null) return toRecord(row);
  const { subjectType, subjectId, aspects, occurredAt } = row;
  return { position: toPosition(row), subjectType, subjectId, aspects, occurredAt };
}

export function toRecord(row: StatusChangeEntity): StatusChangeRecord {
  const { subjectType, subjectId, fromStatus: from, toStatus: to, cause, evidence, occurredAt } = row;
  return { position: toPosition(row), subjectType, subjectId, from, to, cause, evidence, occurredAt };
}

/** The parameters to compare with `(incarnation, tx_id, id)`. */
function toParameters({ incarnation, txId, id }: LogPosition): readonly [number, string, string] {
  return [incarnation, txId.toString(), id.toString()];
}

/** If the log is empty, the only row contains nulls. */
function isPosition(row: PositionRow): boolean {
  return (row.id as string | null) !== null;
}

function toPosition({ incarnation, txId, id }: PositionRow): LogPosition {
  return { incarnation, txId: BigInt(txId), id: BigInt(id) };
}
