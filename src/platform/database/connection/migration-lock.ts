import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';

// An arbitrary number for the advisory lock: 'purs' in ASCII.
const MIGRATION_LOCK = 0x70757273;

// Migrations usually take only milliseconds.
const TRY_EVERY_MS = 200;
const TELL_EVERY_MS = 10_000;

// The connection with the lock is idle while migrations run. This is set after locking, because after a statement with
// parameters the session keeps its snapshot until the next statement, and CREATE INDEX CONCURRENTLY waits for old
// snapshots.
const MAY_BE_IDLE = 'SET LOCAL idle_in_transaction_session_timeout = 0';

// PostgreSQL lists an advisory lock on one bigint by its two halves, with `objsubid` 1. The other session may have
// released the lock since.
const LOCK = `SELECT pg_try_advisory_xact_lock($1) AS "isMine", (
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1 AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS "holderPid"`;

/**
 * Runs `work` on a data source with two connections while no other session changes the schema. The lock belongs to a
 * transaction instead of a session, so it is freed with the connection if the process is killed, and no pooler can keep
 * it.
 * @param onWait called immediately and every ten seconds while another session has the lock, with the process id of
 * that session in the database; or false to not wait at all
 * @returns the result of `work`; undefined if another session had the lock and `onWait` is false
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
    // If the connection is broken, the server has freed the lock already.
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
    // CREATE INDEX CONCURRENTLY waits for every transaction with a snapshot, and this transaction would in turn wait
    // for the index.
    await lockHolder.rollbackTransaction();
    await delay(TRY_EVERY_MS);
    await lockHolder.startTransaction();
  }
}
