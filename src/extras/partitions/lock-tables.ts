import type { Run } from './table-shape.js';

// Other statements for the table wait behind this lock for as long. If a query takes longer, the lock is requested
// again.
const LOCK_WAIT_MS = 1_000;

/**
 * Locks tables for a schema change until the transaction ends. Waits for at most a second, so that statements queued
 * behind it do not wait longer.
 * @throws QueryFailedError `55P03` if a query uses the tables for longer; begin the transaction again
 */
export async function lockTables(run: Run, tables: readonly string[]): Promise<void> {
  await run(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  await run(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
}
