import { findRole, grantRights } from './application-role.js';
import { migrationDataSource } from './data-source.js';
import { migrations } from './migrations/migrations.js';

// An arbitrary number that only this function uses: 'purs' in ASCII.
const MIGRATION_LOCK = 0x70757273;

/**
 * Brings the database to the newest schema. Safe to call from any number of replicas at once: an advisory lock lets
 * one migrate while the others wait, and a killed one frees it with its connection. Each migration commits whole or
 * not at all.
 *
 * @param ownerUrl the same database in the role that owns it; that of `databaseUrl` is then given its rights
 * @returns the names of the migrations that were run
 */
export async function migrate(databaseUrl: string, ownerUrl?: string): Promise<string[]> {
  const applicationRole = ownerUrl === undefined ? null : await findRole(databaseUrl);
  const dataSource = migrationDataSource(ownerUrl ?? databaseUrl, [...migrations]);
  await dataSource.initialize();
  const lockHolder = dataSource.createQueryRunner();
  try {
    await lockHolder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const run = await dataSource.runMigrations({ transaction: 'each' });
    if (applicationRole !== null) await dataSource.transaction((manager) => grantRights(manager, applicationRole));
    return run.map((migration) => migration.name);
  } finally {
    // Ending the connection frees the lock, also when the statement above failed.
    await lockHolder.release();
    await dataSource.destroy();
  }
}
