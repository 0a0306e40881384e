import type { Transaction } from '../../database/transaction.js';

/** Names a table whose rows carry the time at which they are due. Literals of the code only: they become SQL. */
export interface DueTable {
  readonly table: string;
  readonly dueColumn: string;
  /** How long a claimer may take before the row comes due again for others. */
  readonly leaseSeconds: number;
  /** Which of its rows are claimed; all when absent. It should be the condition of a partial index. */
  readonly only?: string;
}

/** Which rows are changed, and how. Literals of the code only: they become SQL. */
export interface UnlockedRows {
  /** `UPDATE … SET …` or `DELETE FROM …`, without a condition. */
  readonly change: string;
  /** Selects the keys of the rows, in their order. */
  readonly among: string;
  /** The column of the keys; `id` when absent. */
  readonly key?: string;
}

/** A transaction, or a repository for a statement that is committed by itself. */
type Database = Pick<Transaction, 'manager'>;

/**
 * Claims up to `limit` due rows, longest due first, and returns their ids.
 *
 * A claim only moves the row's due time one lease ahead, by the database's clock: whoever finishes the work sets the
 * time again, and the rows of a killed claimer come due again by themselves. Rows another replica is claiming at this
 * moment are skipped, so replicas share the work without waiting on each other. Costs one index range however large the
 * table is.
 */
export async function claimDueRows(tx: Transaction, due: DueTable, limit: number): Promise<string[]> {
  const rows = await claimDue<{ id: string }>(tx, due, { returning: 'id', limit });
  return rows.map((row) => row.id);
}

/**
 * The same, with what is needed of the rows. In SQL, since an update of TypeORM skips no locked rows.
 *
 * @param returning what to return of the claimed rows: literals of the code only, as in `DueTable`
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
 * Changes up to `limit` rows and returns how many there were. Rows that others are locking are skipped, so that
 * replicas share the work without waiting on each other.
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
