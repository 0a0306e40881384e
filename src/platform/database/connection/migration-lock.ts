import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';

// An arbitrary number that only this file uses: 'purs' in ASCII.
const MIGRATION_LOCK = 0x70757273;

// Migrations take milliseconds as a rule, and whoever waits need not be told each second.
const TRY_EVERY_MS = 200;
const TELL_EVERY_MS = 10_000;

// The lock is held idly for as long as migrations take. Said once it is held: the answer to a statement with parameters
// keeps its snapshot until the next statement, and whoever creates an index concurrently waits for old snapshots.
const MAY_BE_IDLE = 'SET LOCAL idle_in_transaction_session_timeout = 0';

// An advisory lock of one bigint shows as its two halves, and 1. Another session may have let go since.
const LOCK = `SELECT pg_try_advisory_xact_lock($1) AS "isMine", (
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1 AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS "holderPid"`;

/**
 * Does `work` on a data source of two connections, while no other session changes the schema. The lock belongs to a
 * transaction and not to a session, so that a killed process frees it with its connection, and no pooler can keep it.
 *
 * @param onWait called at once and every ten seconds while another session has the lock, with its process id in the
 * database; or not to wait at all
 * @returns what `work` gives; undefined when the lock was not waited for
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
    // A connection that is broken has freed the lock already.
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
    // An index that is created concurrently waits for every transaction that has a snapshot, and this one's for the index.
    await lockHolder.rollbackTransaction();
    await delay(TRY_EVERY_MS);
    await lockHolder.startTransaction();
  }
}
