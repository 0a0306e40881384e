import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError } from 'typeorm';
import { NoFreeConnectionError } from './connection/guarded-pool.js';
import { inSpan } from '../observability/tracing/spans.js';
import { sqlStateOf } from './connection/sql-state.js';
import { Transaction } from './transaction.js';

// serialization_failure and deadlock_detected: the database rolled everything back and asks for a retry.
const RETRIED_SQL_STATES = new Set(['40001', '40P01']);

const LOCK_NOT_AVAILABLE = '55P03';

// Two transactions that deadlock once rarely do so again. Five times in a row points to a bug that more retries would
// hide.
const MAX_TRIES = 5;

const RETRY_DELAY_MS = 10;

@Injectable()
export class UnitOfWork {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in a transaction at READ COMMITTED, PostgreSQL's default; anything that must not change meanwhile is
   * locked by name. Commits when `work` returns and rolls back when it throws. After a serialization failure or a
   * deadlock, all of `work` runs again, so it must have no effects outside the transaction; these belong in
   * `tx.afterCommit`.
   */
  async run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await inSpan('transaction', 'transaction', () => this.runOnce(work));
      } catch (error) {
        if (tries >= MAX_TRIES || !isWorthRetrying(error)) throw error;
        // Random, because the two transactions that collided would otherwise collide again.
        await delay(RETRY_DELAY_MS * tries * (0.5 + Math.random()));
      }
    }
  }

  /**
   * Like `run`, but returns `busy` if a lock or a connection did not become available in time. In that case nothing was
   * begun or everything was rolled back, so the caller may repeat the request.
   */
  async runUnlessBusy<Result, Busy>(busy: Busy, work: (tx: Transaction) => Promise<Result>): Promise<Result | Busy> {
    try {
      return await this.run(work);
    } catch (error) {
      if (isLockTimeout(error) || error instanceof NoFreeConnectionError) return busy;
      throw error;
    }
  }

  private async runOnce<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const runner = this.dataSource.createQueryRunner();
    // Created before the transaction begins, because BEGIN is sent together with the first statement.
    const transaction = new Transaction(runner.manager);
    let result: Result;
    try {
      result = await runner.manager.transaction(() => work(transaction));
    } finally {
      await runner.release();
    }
    transaction.runAfterCommit();
    return result;
  }
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof QueryFailedError && RETRIED_SQL_STATES.has(sqlStateOf(error as QueryFailedError) ?? '');
}

/**
 * Whether a statement timed out while waiting for a lock. Its transaction was certainly rolled back, so it may be
 * repeated.
 */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof QueryFailedError && sqlStateOf(error as QueryFailedError) === LOCK_NOT_AVAILABLE;
}
