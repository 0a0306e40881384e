import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { isInTheWay } from '../../platform/database/connection/sql-state.js';
import type { Run } from './table-shape.js';

/** Runs single statements, or several in one transaction. Retries both when a lock is not available at once. */
export interface OwnersConnection {
  readonly run: Run;
  /** Runs a statement that waits for others but blocks no one, such as `CREATE INDEX CONCURRENTLY`. */
  readonly runUnhurried: (sql: string) => Promise<void>;
  readonly transaction: <Result>(work: (run: Run) => Promise<Result>) => Promise<Result>;
}

// A minute and a half, at one second per wait. A report that reads for longer must be stopped; otherwise the next run
// tries again.
const TRIES = 60;
const TRY_AGAIN_MS = 500;

/** Runs statements on one connection, or on any connection of a pool. */
export function runOn(database: Pick<DataSource, 'query'>): Run {
  return (sql, parameters = []) => database.query(sql, [...parameters]);
}

/** Connects as the role that owns the tables. Lock waits follow the settings of its sessions. */
export function ownersConnection(dataSource: DataSource): OwnersConnection {
  const run = runOn(dataSource);
  return {
    run: (sql, parameters) => patiently(() => run(sql, parameters)),
    runUnhurried: async (sql) => {
      const runner = dataSource.createQueryRunner();
      try {
        for (const statement of ['SET lock_timeout = 0', sql, 'RESET lock_timeout']) await runOn(runner)(statement);
      } finally {
        await runner.release();
      }
    },
    transaction: (work) => patiently(() => dataSource.transaction((manager) => work(runOn(manager)))),
  };
}

async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isInTheWay(error) || tries === TRIES) throw error;
      // Lets the statements that waited behind the lock proceed.
      await delay(TRY_AGAIN_MS);
    }
  }
}
