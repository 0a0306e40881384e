import type { Run } from './table-shape.js';

// Other statements wait equally long. A longer query makes us ask for the lock again.
const LOCK_WAIT_MS = 1_000;

/**
 * Locks tables for a schema change until the transaction ends. Waits at most a second, so that statements behind it
 * wait no longer.
 * @throws QueryFailedError `55P03` when a query reads them for longer: begin the transaction again
 */
export async function lockTables(run: Run, tables: readonly string[]): Promise<void> {
  await run(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  await run(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
}
