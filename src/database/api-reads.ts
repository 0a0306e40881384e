import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import type { Config } from '../config/config.js';
import { dataSourceOptions, PurserDataSource } from './connection/data-source.js';
import { NoFreeConnectionError, READ_TIMEOUT } from './connection/guarded-pool.js';
import { SlowReaders } from './slow-readers.js';
import { sqlStateOf } from './connection/sql-state.js';

/** For whom the answer of a mutation, or what a query shows, is read. */
type Reading = { readonly isChange: true } | { readonly isChange: false; readonly readerId: string };

const readings = new AsyncLocalStorage<Reading>();

// A list must take one core at most for each connection, and its plan must not be compiled for longer than it runs.
const READ_SETTINGS = 'SET max_parallel_workers_per_gather = 0; SET jit = off';

/** A read of the API took longer than it may, or waited for a connection for too long. The caller may ask for less. */
export class ReadTimedOutError extends Error {
  override readonly name = 'ReadTimedOutError';
}

/**
 * The database for what queries and subscriptions of the API read: a few connections of their own with a short
 * time-out, so that money, webhooks and readiness never wait for a list. The answer of a mutation is read
 * from where it was written, over the connections that changes have.
 */
@Injectable()
export class ApiReads extends PurserDataSource implements OnApplicationShutdown {
  readonly #slowReaders: SlowReaders;

  private constructor(
    { database }: Config,
    private readonly main: DataSource,
    { extra, ...options }: ReturnType<typeof dataSourceOptions>,
  ) {
    super({
      ...options,
      ...(main.options.entities && { entities: main.options.entities }),
      applicationName: 'purser-reads',
      poolSize: database.readPoolSize,
      extra: {
        ...(extra as object),
        // A pooler keeps no time-out of a session; there this side cuts the statement off, and the connection with it.
        ...(database.isPooled
          ? { query_timeout: database.readTimeoutMs }
          : { statement_timeout: database.readTimeoutMs }),
        onConnect: (client: pg.PoolClient) => client.query(READ_SETTINGS),
      },
    });
    this.#slowReaders = new SlowReaders(database.readPoolSize);
  }

  /** @param main the connections of changes, connected */
  static async connect(config: Config, main: DataSource): Promise<ApiReads> {
    const reads = new ApiReads(config, main, dataSourceOptions(config));
    await reads.initialize();
    return reads;
  }

  /** Called by TypeORM for every statement. */
  override createQueryRunner(): QueryRunner {
    if (isPartOfChange()) return this.main.createQueryRunner();
    const runner = super.createQueryRunner();
    const query = runner.query.bind(runner) as (...statement: readonly unknown[]) => Promise<unknown>;
    const guarded = async (...statement: readonly unknown[]): Promise<unknown> => {
      const reading = readings.getStore();
      const end = reading?.isChange === false ? await this.#slowReaders.begin(reading.readerId) : () => undefined;
      if (end === null) throw new ReadTimedOutError();
      let startedAt = Infinity;
      try {
        // Waiting for a connection makes nobody slow.
        await runner.connect();
        startedAt = performance.now();
        return await query(...statement);
      } catch (error) {
        throw isTimeout(error) ? new ReadTimedOutError() : error;
      } finally {
        end(performance.now() - startedAt);
      }
    };
    runner.query = guarded as QueryRunner['query'];
    return runner;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.destroy();
  }
}

/** Has `work` read over the connections of changes, as part of a mutation. */
export function readAsPartOfChange<Result>(work: () => Result): Result {
  return readings.run({ isChange: true }, work);
}

/** Has `work` read for a caller, whose slow statements then take their turns. */
export function readFor<Result>(readerId: string, work: () => Result): Result {
  return readings.run({ isChange: false, readerId }, work);
}

/** Whether what is read now belongs to the answer of a mutation. */
export function isPartOfChange(): boolean {
  return readings.getStore()?.isChange === true;
}

// query_canceled and lock_not_available: a time-out of the session cut the statement off.
const CUT_OFF = new Set(['57014', '55P03']);

function isTimeout(error: unknown): boolean {
  if (error instanceof QueryFailedError) {
    return error.message === READ_TIMEOUT || CUT_OFF.has(sqlStateOf(error as QueryFailedError) ?? '');
  }
  return error instanceof NoFreeConnectionError;
}
