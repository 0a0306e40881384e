import type { Run } from './table-shape.js';

// Other statements wait for as long. A query that goes on for longer has the lock asked for again.
const LOCK_WAIT_MS = 1_000;

/**
 * Locks tables for a change of their shape, until the transaction ends. Waits for a second at most, so that what comes
 * behind waits no longer.
 *
 * @throws QueryFailedError `55P03` when somebody reads them for longer: begin the transaction again
 */
export async function lockTables(run: Run, tables: readonly string[]): Promise<void> {
  await run(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  await run(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
}
