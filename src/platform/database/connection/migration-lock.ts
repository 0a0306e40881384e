import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';

// An arbitrary lock number: 'purs' in ASCII.
const MIGRATION_LOCK = 0x70757273;

// Migrations usually take milliseconds.
const TRY_EVERY_MS = 200;
const TELL_EVERY_MS = 10_000;

// The lock is held idly while migrations run. Set after locking, because the answer to a statement with parameters
// keeps its snapshot until the next statement, and CREATE INDEX CONCURRENTLY waits for old snapshots.
const MAY_BE_IDLE = 'SET LOCAL idle_in_transaction_session_timeout = 0';

// An advisory lock of one bigint is listed as its two halves, and 1. The other session may have released it since.
const LOCK = `SELECT pg_try_advisory_xact_lock($1) AS "isMine", (
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1 AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS "holderPid"`;

/**
 * Runs `work` on a data source of two connections while no other session changes the schema. The lock belongs to a
 * transaction instead of a session, so a killed process frees it with its connection, and no pooler can keep it.
 * @param onWait called at once and every ten seconds while another session has the lock, with its process id in the
 * database; or false to not wait at all
 * @returns the result of `work`; undefined if the lock was not waited for
 */
export async function withMigrationLock<Result>(
  dataSource: DataSource,
  onWait: ((holderPid: number | null) => void) | 'give up' | undefined,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const lockHolder = dataSource.createQueryRunner();
  try {
    await lockHolder.startTransaction();
    if (!(await takeLock(lockHolder, onWait))) return undefined;
    await lockHolder.query(MAY_BE_IDLE);
    return await work();
  } finally {
    // A broken connection has already freed the lock.
    await lockHolder.rollbackTransaction().catch(() => undefined);
    await lockHolder.release();
  }
}

async function takeLock(
  lockHolder: QueryRunner,
  onWait: ((holderPid: number | null) => void) | 'give up' | undefined,
): Promise<boolean> {
  let tellAt = 0;
  for (;;) {
    const [lock] = (await lockHolder.query(LOCK, [MIGRATION_LOCK])) as { isMine: boolean; holderPid: number | null }[];
    if (lock?.isMine) return true;
    if (onWait === 'give up') return false;
    if (performance.now() >= tellAt) {
      onWait?.(lock?.holderPid ?? null);
      tellAt = performance.now() + TELL_EVERY_MS;
    }
    // CREATE INDEX CONCURRENTLY waits for every transaction with a snapshot, and this one's would wait for the index.
    await lockHolder.rollbackTransaction();
    await delay(TRY_EVERY_MS);
    await lockHolder.startTransaction();
  }
}
