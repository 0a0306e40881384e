import { migrations } from '#migrations';
import { StartError } from '../config/start-error.js';
import { findRole, grantRights, restoreOwnersRights } from './connection/application-role.js';
import { migrationDataSource } from './connection/data-source.js';
import { withMigrationLock } from './connection/migration-lock.js';
import { noteNeighbour } from './checks/schema-neighbours.js';
import { type MigrationProgress, runMigrations } from './run-migrations.js';

export const MIGRATION_NAMES: readonly string[] = migrations.map(({ name }) => name);

/**
 * Migrates the database to the newest schema. Any number of replicas may call this: one migrates while the others wait.
 * Each migration commits completely or not at all, except those that build an index concurrently.
 * @param databaseUrl direct, without a pooler
 * @param ownerUrl the same database as the owner; the role of `databaseUrl` is then granted its rights
 * @param onWait called immediately and every ten seconds while another session migrates, with the process id of that
 * session in the database
 * @param progress called when migrations start, end and are retried
 * @returns the names of the migrations that ran
 */
export async function migrate(
  databaseUrl: string,
  ownerUrl?: string,
  onWait?: (holderPid: number | null) => void,
  progress?: MigrationProgress,
): Promise<string[]> {
  const applicationRole = ownerUrl === undefined ? null : await findRole(databaseUrl);
  const dataSource = migrationDataSource(ownerUrl ?? databaseUrl, [...migrations]);
  await dataSource.initialize().catch(explain);
  try {
    const run = await withMigrationLock(dataSource, onWait, async () => {
      const done = await runMigrations(dataSource, progress);
      await noteNeighbour(dataSource, MIGRATION_NAMES);
      await restoreOwnersRights(dataSource);
      if (applicationRole !== null) await dataSource.transaction((manager) => grantRights(manager, applicationRole));
      return done;
    });
    return run ?? [];
  } finally {
    await dataSource.destroy();
  }
}

/** A pooler rejects startup settings, and might hand its connection to others between statements. */
function explain(error: unknown): never {
  const isRefused = error instanceof Error && 'code' in error && error.code === '08P01';
  if (isRefused) {
    const hint = 'The address for migrations leads through a pooler: set DATABASE_DIRECT_URL past it';
    throw new StartError('DATABASE_DIRECT_URL', hint);
  }
  throw error;
}
