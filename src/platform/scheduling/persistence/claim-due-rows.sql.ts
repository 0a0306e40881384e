import type { Transaction } from '../../database/transaction.js';

/** A table whose rows have a due time. Only literals of our code, because they become SQL. */
export interface DueTable {
  readonly table: string;
  readonly dueColumn: string;
  /** How long a claimer may take before the row is due again for others. */
  readonly leaseSeconds: number;
  /** Which of its rows are claimed; by default all. Should be the condition of a partial index. */
  readonly only?: string;
}

/** Which rows are changed, and how. Only literals of our code, because they become SQL. */
export interface UnlockedRows {
  /** `UPDATE … SET …` or `DELETE FROM …`, without a condition. */
  readonly change: string;
  /** Selects the keys of the rows, in order. */
  readonly among: string;
  /** The key column; `id` by default. */
  readonly key?: string;
}

/** A transaction, or a repository for a statement that is committed by itself. */
type Database = Pick<Transaction, 'manager'>;

/**
 * Claims up to `limit` due rows, the longest due first, and returns their ids.
 *
 * A claim moves the row's due time one lease ahead, by the database's clock. The process that finishes the work sets
 * the time again, and rows of a dead claimer become due again by themselves. Rows that another replica is claiming are
 * skipped, so replicas share the work without waiting. Costs one index range, however large the table.
 */
export async function claimDueRows(tx: Transaction, due: DueTable, limit: number): Promise<string[]> {
  const rows = await claimDue<{ id: string }>(tx, due, { returning: 'id', limit });
  return rows.map((row) => row.id);
}

/**
 * Like `claimDueRows`, and returns columns of the rows. In SQL, because TypeORM's UPDATE cannot skip locked rows.
 * @param returning columns to return: literals of our code, as in `DueTable`
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
 * Changes up to `limit` rows and returns how many. Locked rows are skipped, so replicas share the work without waiting.
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
