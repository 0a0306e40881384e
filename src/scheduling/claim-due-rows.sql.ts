import type { Transaction } from '../database/transaction.js';

/** Names a table whose rows carry the time at which they are due. Literals of ours only: they become SQL. */
export interface DueTable {
  readonly table: string;
  readonly dueColumn: string;
  /** How long a claimer may take before the row comes due again for others. */
  readonly leaseSeconds: number;
  /** Which of its rows are claimed; all when absent. It should be the condition of a partial index. */
  readonly only?: string;
}

/**
 * Claims up to `limit` due rows, longest due first, and returns their ids.
 *
 * A claim only moves the row's due time one lease ahead, by the database's clock: whoever finishes the work sets the
 * time anew, and the rows of a killed claimer come due again by themselves. Rows another replica is claiming at this
 * moment are skipped, so replicas share the work without waiting on each other. Costs one index range however large
 * the table is. In SQL, since an update skips rows that others are locking.
 */
export async function claimDueRows(tx: Transaction, due: DueTable, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(claimStatement(due, 'id'), [due.leaseSeconds, limit]);
  return rows.map((row) => row.id);
}

/**
 * The statement of a claim, whose parameters are the lease in seconds and the limit. A transaction of its own when it
 * is run by itself, for work that needs nothing else in it.
 *
 * @param returning what to return of the claimed rows: literals of ours only, as in `DueTable`
 */
export function claimStatement({ table, dueColumn, only = 'true' }: DueTable, returning: string): string {
  return `UPDATE ${table} SET ${dueColumn} = now() + make_interval(secs => $1)
     WHERE id IN (SELECT id FROM ${table} WHERE ${dueColumn} <= now() AND ${only} ORDER BY ${dueColumn} LIMIT $2
                  FOR UPDATE SKIP LOCKED)
     RETURNING ${returning}`;
}
