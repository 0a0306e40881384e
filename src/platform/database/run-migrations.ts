import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, type Migration, MigrationExecutor } from 'typeorm';
import { isInTheWay } from './connection/sql-state.js';

// Lets waiting callers go first.
const PAUSE_MS = 1_000;

// More than ten minutes, as long as reports and backups hold a table. After that the start fails, and the platform
// repeats it.
const TRIES = 300;

export interface MigrationProgress {
  readonly onBegin?: (migration: string) => void;
  readonly onEnd?: (migration: string, ms: number) => void;
  /** It found a table in use, and is retried in a second. */
  readonly onRetry?: (migration: string) => void;
}

/**
 * Runs missing migrations, each in a transaction unless it says `transaction = false`. One that finds a table in use
 * lets others pass and is retried.
 * @returns the names of those that ran
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

/** TypeORM runs all pending migrations, and does not announce each. */
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
