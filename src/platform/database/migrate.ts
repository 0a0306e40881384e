import { migrations } from '#migrations';
import { StartError } from '../config/start-error.js';
import { findRole, grantRights, restoreOwnersRights } from './connection/application-role.js';
import { migrationDataSource } from './connection/data-source.js';
import { withMigrationLock } from './connection/migration-lock.js';
import { noteNeighbour } from './checks/schema-neighbours.js';
import { type MigrationProgress, runMigrations } from './run-migrations.js';

/** Those of this release, oldest first. */
export const MIGRATION_NAMES: readonly string[] = migrations.map(({ name }) => name);

/**
 * Brings the database to the newest schema. Safe to call from any number of replicas at once: one migrates while
 * the others wait. Each migration commits whole or not at all, but for those that build an index beside writers.
 *
 * @param databaseUrl past any pooler
 * @param ownerUrl the same database in the role that owns it; that of `databaseUrl` is then given its rights
 * @param onWait called at once and every ten seconds while another session migrates, with its process id in the database
 * @param progress called as migrations begin, end and are tried again
 * @returns the names of the migrations that were run
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

/** A pooler refuses the settings that a session begins with, and would hand its connection to others half-way. */
function explain(error: unknown): never {
  const isRefused = error instanceof Error && 'code' in error && error.code === '08P01';
  if (isRefused) {
    const hint = 'The address for migrations leads through a pooler: set DATABASE_DIRECT_URL past it';
    throw new StartError('DATABASE_DIRECT_URL', hint);
  }
  throw error;
}
