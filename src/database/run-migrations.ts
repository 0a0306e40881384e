import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, QueryFailedError } from 'typeorm';
import { sqlStateOf } from './connection/sql-state.js';

// Those who were kept waiting are served first.
const PAUSE_MS = 1_000;

// Ten minutes and more: as long as reports and backups hold a table. Later a start fails, and is repeated by the platform.
const TRIES = 300;

// A lock that was not to be had in time, and a transaction of the application that waited the other way round.
const IN_THE_WAY: readonly (string | null)[] = ['55P03', '40P01'];

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
      const isInTheWay =
        error instanceof QueryFailedError && IN_THE_WAY.includes(sqlStateOf(error as QueryFailedError));
      if (!isInTheWay || tries === TRIES) throw error;
      onRetry?.((await pending())[0] ?? '');
      await delay(PAUSE_MS);
    }
  }
}
