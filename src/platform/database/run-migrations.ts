import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, type Migration, MigrationExecutor } from 'typeorm';
import { isInTheWay } from './connection/sql-state.js';

// Pause before a retry, so that waiting callers can use the table first.
const PAUSE_MS = 1_000;

// Together more than ten minutes, which is how long reports and backups may lock a table. After that the start fails,
// and the platform repeats it.
const TRIES = 300;

export interface MigrationProgress {
  readonly onBegin?: (migration: string) => void;
  readonly onEnd?: (migration: string, ms: number) => void;
  /** Called if the migration's table was in use. The migration is retried a second later. */
  readonly onRetry?: (migration: string) => void;
}

/**
 * Runs the missing migrations, each in a transaction unless it has `transaction = false`. A migration whose table is in
 * use lets others go first and is retried.
 * @returns the names of the migrations that ran
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

/** Runs a single migration. TypeORM itself runs all pending ones without announcing each. */
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
