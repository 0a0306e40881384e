import type { Transaction } from '../database/transaction.js';

/** Which rows are changed, and how. Literals of ours only: they become SQL. */
export interface UnlockedRows {
  /** `UPDATE … SET …` or `DELETE FROM …`, without a condition. */
  readonly change: string;
  /** Selects the keys of the rows, in their order. */
  readonly among: string;
  /** The column of the keys; `id` when absent. */
  readonly key?: string;
}

/**
 * Changes up to `limit` rows and returns how many there were. Rows that others are locking are skipped, so that
 * replicas share the work without waiting on each other. In SQL, since an update of TypeORM skips no locked rows.
 */
export async function changeUnlocked(
  tx: Transaction,
  { change, among, key = 'id' }: UnlockedRows,
  { parameters = [], limit }: { readonly parameters?: readonly unknown[]; readonly limit: number },
): Promise<number> {
  const rows = await tx.query(
    `${change} WHERE ${key} IN (${among} LIMIT $${parameters.length + 1} FOR UPDATE SKIP LOCKED) RETURNING ${key}`,
    [...parameters, limit],
  );
  return rows.length;
}
