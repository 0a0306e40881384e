import { setTimeout as delay } from 'node:timers/promises';
import { migrations } from '#migrations';
import type { QueryRunner } from 'typeorm';
import { findRole, grantRights } from './connection/application-role.js';
import { migrationDataSource } from './connection/data-source.js';
import { runMigrations } from './run-migrations.js';

// An arbitrary number that only this function uses: 'purs' in ASCII.
const MIGRATION_LOCK = 0x70757273;

// Migrations take milliseconds as a rule, and whoever waits need not be told each second.
const TRY_EVERY_MS = 200;
const TELL_EVERY_MS = 10_000;

// The lock is held idly for as long as migrations take.
const MAY_BE_IDLE = 'SET LOCAL idle_in_transaction_session_timeout = 0';

// An advisory lock of one bigint shows as its two halves, and 1. Another session may have let go since.
const LOCK = `SELECT pg_try_advisory_xact_lock($1) AS "isMine", (
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1 AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS "holderPid"`;

/**
 * Brings the database to the newest schema. Safe to call from any number of replicas at once: an advisory lock lets one
 * migrate while the others wait. It belongs to a transaction and not to a session, so that a killed process frees it
 * with its connection, and no pooler can keep it. Each migration commits whole or not at all, but for those that build an
 * index beside writers.
 *
 * @param databaseUrl past any pooler
 * @param ownerUrl the same database in the role that owns it; that of `databaseUrl` is then given its rights
 * @param onWait called at once and every ten seconds while another session migrates, with its process id in the database
 * @param onRetry called with a migration that found a table in use, and is tried again in a second
 * @returns the names of the migrations that were run
 */
export async function migrate(
  databaseUrl: string,
  ownerUrl?: string,
  onWait?: (holderPid: number | null) => void,
  onRetry?: (migration: string) => void,
): Promise<string[]> {
  const applicationRole = ownerUrl === undefined ? null : await findRole(databaseUrl);
  const dataSource = migrationDataSource(ownerUrl ?? databaseUrl, [...migrations]);
  await dataSource.initialize().catch(explain);
  const lockHolder = dataSource.createQueryRunner();
  try {
    await lockHolder.startTransaction();
    await lockHolder.query(MAY_BE_IDLE);
    await waitForLock(lockHolder, onWait);
    const run = await runMigrations(dataSource, onRetry);
    if (applicationRole !== null) await dataSource.transaction((manager) => grantRights(manager, applicationRole));
    return run;
  } finally {
    // A connection that is broken has freed the lock already.
    await lockHolder.rollbackTransaction().catch(() => undefined);
    await lockHolder.release();
    await dataSource.destroy();
  }
}

/** A pooler refuses the settings that a session begins with, and would hand its connection to others half-way. */
function explain(error: unknown): never {
  const isRefused = error instanceof Error && 'code' in error && error.code === '08P01';
  if (isRefused) throw new Error('The address for migrations leads through a pooler: set DATABASE_DIRECT_URL past it');
  throw error;
}

async function waitForLock(lockHolder: QueryRunner, onWait?: (holderPid: number | null) => void): Promise<void> {
  let tellAt = 0;
  for (;;) {
    const [lock] = (await lockHolder.query(LOCK, [MIGRATION_LOCK])) as { isMine: boolean; holderPid: number | null }[];
    if (lock?.isMine) return;
    if (performance.now() >= tellAt) {
      onWait?.(lock?.holderPid ?? null);
      tellAt = performance.now() + TELL_EVERY_MS;
    }
    await delay(TRY_EVERY_MS);
  }
}
