import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, MigrationExecutor } from 'typeorm';
import { isInTheWay } from './connection/sql-state.js';

// Those who were kept waiting are served first.
const PAUSE_MS = 1_000;

// Ten minutes and more: as long as reports and backups hold a table. Later a start fails, and is repeated by the platform.
const TRIES = 300;

/**
 * Runs the migrations that the database lacks, each in a transaction unless it says `transaction = false`. One that meets
 * a table in use lets everybody pass and is tried again.
 *
 * @param onRetry called with a migration that is tried again
 * @returns the names of those that were run
 */
export async function runMigrations(dataSource: DataSource, onRetry?: (migration: string) => void): Promise<string[]> {
  const executor = new MigrationExecutor(dataSource);
  const pending = async (): Promise<string[]> =>
    (await executor.getPendingMigrations()).map((migration) => migration.name);
  const lacking = await pending();
  for (let tries = 1; ; tries += 1) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return lacking;
    } catch (error) {
      if (!isInTheWay(error) || tries === TRIES) throw error;
      onRetry?.((await pending())[0] ?? '');
      await delay(PAUSE_MS);
    }
  }
}
