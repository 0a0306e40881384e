import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, type Migration, MigrationExecutor } from 'typeorm';
import { isInTheWay } from './connection/sql-state.js';

// Those who were kept waiting are served first.
const PAUSE_MS = 1_000;

// Ten minutes and more: as long as reports and backups hold a table. Later a start fails, and is repeated by the platform.
const TRIES = 300;

/** Called while migrations run, with the name of one. */
export interface MigrationProgress {
  readonly onBegin?: (migration: string) => void;
  readonly onEnd?: (migration: string, ms: number) => void;
  /** It found a table in use, and is tried again in a second. */
  readonly onRetry?: (migration: string) => void;
}

/**
 * Runs the migrations that the database lacks, each in a transaction unless it says `transaction = false`. One that meets
 * a table in use lets everybody pass and is tried again.
 *
 * @returns the names of those that were run
 */
export async function runMigrations(dataSource: DataSource, progress: MigrationProgress = {}): Promise<string[]> {
  const lacking = await new MigrationExecutor(dataSource).getPendingMigrations();
  for (const migration of lacking) {
    const startedAt = performance.now();
    progress.onBegin?.(migration.name);
    await runOne(dataSource, migration, progress);
    progress.onEnd?.(migration.name, Math.round(performance.now() - startedAt));
  }
  return lacking.map(({ name }) => name);
}

async function runOne(dataSource: DataSource, migration: Migration, { onRetry }: MigrationProgress): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const executor = new OneMigration(dataSource, migration);
    executor.transaction = 'each';
    try {
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      if (!isInTheWay(error) || tries === TRIES) throw error;
      onRetry?.(migration.name);
      await delay(PAUSE_MS);
    }
  }
}

/** TypeORM runs all that are pending, and says of none that it begins. */
class OneMigration extends MigrationExecutor {
  constructor(
    dataSource: DataSource,
    private readonly migration: Migration,
  ) {
    super(dataSource);
  }

  protected override getMigrations(): Migration[] {
    return [this.migration];
  }
}
