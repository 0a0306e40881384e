import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { isInTheWay } from '../../platform/database/connection/sql-state.js';
import type { Run } from './table-shape.js';

/** Runs single statements, or several in one transaction. Retries both if a lock is not available in time. */
export interface OwnersConnection {
  readonly run: Run;
  /** Runs a statement that may wait for long, but does not block anyone, such as `CREATE INDEX CONCURRENTLY`. */
  readonly runUnhurried: (sql: string) => Promise<void>;
  readonly transaction: <Result>(work: (run: Run) => Promise<Result>) => Promise<Result>;
}

// About a minute and a half, with a wait of one second per try. A report that reads for longer must be stopped, or the
// next run tries again.
const TRIES = 60;
const TRY_AGAIN_MS = 500;

/** Runs statements on one connection, or on any connection of a pool. */
export function runOn(database: Pick<DataSource, 'query'>): Run {
  return (sql, parameters = []) => database.query(sql, [...parameters]);
}

/** Connects as the role that owns the tables. The settings of its sessions determine how long it waits for locks. */
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
      // Pauses so that statements which queued behind the lock can run.
      await delay(TRY_AGAIN_MS);
    }
  }
}
