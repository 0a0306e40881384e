import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { isInTheWay } from '../../platform/database/connection/sql-state.js';
import type { Run } from './table-shape.js';

/** Runs statements by themselves, or several as one transaction; both again when a lock is not to be had at once. */
export interface OwnersConnection {
  readonly run: Run;
  /** Runs a statement that waits for others and has nobody wait, such as `CREATE INDEX CONCURRENTLY`. */
  readonly runUnhurried: (sql: string) => Promise<void>;
  readonly transaction: <Result>(work: (run: Run) => Promise<Result>) => Promise<Result>;
}

// A minute and a half, with a second's wait for a lock each: a report that reads for longer is stopped, or waited for by
// the next run.
const TRIES = 60;
const TRY_AGAIN_MS = 500;

/** Runs statements on a connection, or each on any. */
export function runOn(database: Pick<DataSource, 'query'>): Run {
  return (sql, parameters = []) => database.query(sql, [...parameters]);
}

/** Of the role that owns the tables. Statements wait for a lock for as long as its sessions do. */
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
      // Those who waited behind the lock go on meanwhile.
      await delay(TRY_AGAIN_MS);
    }
  }
}
