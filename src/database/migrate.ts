import { migrationDataSource } from './data-source.js';
import { migrations } from './migrations/migrations.js';

// An arbitrary number that only this function uses: 'purs' in ASCII.
const MIGRATION_LOCK = 0x70757273;

/**
 * Brings the database to the newest schema. Safe to call from any number of replicas at once: an advisory lock lets
 * one migrate while the others wait, and a killed one frees it with its connection. Each migration commits whole or
 * not at all.
 *
 * @returns the names of the migrations that were run
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const dataSource = migrationDataSource(databaseUrl, [...migrations]);
  await dataSource.initialize();
  const lockHolder = dataSource.createQueryRunner();
  try {
    await lockHolder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const run = await dataSource.runMigrations({ transaction: 'each' });
    return run.map((migration) => migration.name);
  } finally {
    // Ending the connection frees the lock, also when the statement above failed.
    await lockHolder.release();
    await dataSource.destroy();
  }
}
