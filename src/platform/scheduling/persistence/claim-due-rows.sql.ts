import type { Transaction } from '../../database/transaction.js';

/** A table whose rows have a due time. Contains only literals from our code, because they become part of the SQL. */
export interface DueTable {
  readonly table: string;
  readonly dueColumn: string;
  /** How long a claimed row is reserved before it becomes due again for other processes. */
  readonly leaseSeconds: number;
  /** Condition for the rows that may be claimed; by default all. It should be the condition of a partial index. */
  readonly only?: string;
}

/** Which rows to change, and how. Contains only literals from our code, because they become part of the SQL. */
export interface UnlockedRows {
  /** `UPDATE … SET …` or `DELETE FROM …`, without the condition. */
  readonly change: string;
  /** Query that selects the keys of the rows, in order. */
  readonly among: string;
  /** The key column. Defaults to `id`. */
  readonly key?: string;
}

/** Either a transaction, or a repository if the statement is committed by itself. */
type Database = Pick<Transaction, 'manager'>;

/**
 * Claims up to `limit` due rows, those due for the longest time first, and returns their ids.
 *
 * A claim moves the due time of the row one lease ahead, by the database's clock. The process that finishes the work
 * sets the time again, and if it dies, the rows become due again by themselves. Rows that another replica is claiming
 * are skipped, so replicas share the work without waiting. This reads one index range, however large the table.
 */
export async function claimDueRows(tx: Transaction, due: DueTable, limit: number): Promise<string[]> {
  const rows = await claimDue<{ id: string }>(tx, due, { returning: 'id', limit });
  return rows.map((row) => row.id);
}

/**
 * Like `claimDueRows`, but returns columns of the rows. Written in SQL, because TypeORM's UPDATE cannot skip locked
 * rows.
 * @param returning columns to return; literals from our code, as in `DueTable`
 */
export async function claimDue<Row>(
  database: Database,
  { table, dueColumn, leaseSeconds, only = 'true' }: DueTable,
  { returning, limit }: { readonly returning: string; readonly limit: number },
): Promise<Row[]> {
  const change = `UPDATE ${table} SET ${dueColumn} = now() + make_interval(secs => $1)`;
  const among = `SELECT id FROM ${table} WHERE ${dueColumn} <= now() AND ${only} ORDER BY ${dueColumn}`;
  return returnUnlocked(database, { change, among }, { parameters: [leaseSeconds], limit, returning });
}

/**
 * Changes up to `limit` rows and returns how many were changed. Skips locked rows, so that replicas share the work
 * without waiting.
 */
export async function changeUnlocked(
  database: Database,
  rows: UnlockedRows,
  which: { readonly parameters?: readonly unknown[]; readonly limit: number },
): Promise<number> {
  return (await returnUnlocked(database, rows, { ...which, returning: rows.key ?? 'id' })).length;
}

async function returnUnlocked<Row>(
  { manager }: Database,
  { change, among, key = 'id' }: UnlockedRows,
  {
    parameters = [],
    limit,
    returning,
  }: { readonly parameters?: readonly unknown[]; readonly limit: number; readonly returning: string },
): Promise<Row[]> {
  const rows = `${among} LIMIT $${parameters.length + 1} FOR UPDATE SKIP LOCKED`;
  const statement = `${change} WHERE ${key} IN (${rows}) RETURNING ${returning}`;
  const [changed] = await manager.query<[Row[], number]>(statement, [...parameters, limit]);
  return changed;
}
