import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import type { Config } from '../config/config.js';
import { dataSourceOptions, forReads, PurserDataSource } from './connection/data-source.js';
import { NoFreeConnectionError, READ_TIMEOUT } from './connection/guarded-pool.js';
import { SlowReaders } from './reads/slow-readers.js';
import { sqlStateOf } from './connection/sql-state.js';
import { readInTurn, ReadTimedOutError } from './reads/timed-read.js';
import type { StandbyMoment, StandbyReads, Statement } from './standby-reads.port.js';

/** Names these connections for `forFeature` and `@InjectRepository`. */
export const READS = 'reads';

/** For whom the answer of a mutation, or what a query shows, is read. */
type Reading = { readonly isChange: true } | ReadingOfQuery;

interface ReadingOfQuery {
  readonly isChange: false;
  readonly readerId: string;
  /** The moment as of which the standby may answer; null for the primary. */
  readonly asOf: StandbyMoment | null;
}

const readings = new AsyncLocalStorage<Reading>();

/**
 * The database for the API's queries and subscriptions: a few connections of their own with a short time-out, so that
 * payments, webhooks and readiness never wait for a list. A mutation's payload is read on the connections that wrote
 * it. The standby, if there is one, answers reads that may be seconds old; the primary answers whenever the standby
 * cannot.
 */
@Injectable()
export class ApiReads extends PurserDataSource implements OnApplicationShutdown {
  readonly #slowReaders: SlowReaders;

  private constructor(
    { database }: Config,
    private readonly main: DataSource,
    { extra, ...options }: ReturnType<typeof dataSourceOptions>,
    /** Null without a standby. */
    readonly standby: StandbyReads | null,
  ) {
    super({
      ...options,
      ...(main.options.entities && { entities: main.options.entities }),
      applicationName: 'purser-reads',
      poolSize: database.readPoolSize,
      extra: {
        ...(extra as object),
        ...forReads,
        // A pooler keeps no session time-out, so this side cuts the statement off, and the connection with it.
        ...(database.isPooled
          ? { query_timeout: database.readTimeoutMs }
          : { statement_timeout: database.readTimeoutMs }),
      },
    });
    this.#slowReaders = new SlowReaders(database.readPoolSize);
  }

  static async connect(config: Config, main: DataSource, standby: StandbyReads | null = null): Promise<ApiReads> {
    const reads = new ApiReads(config, main, dataSourceOptions(config), standby);
    await reads.initialize();
    return reads;
  }

  /** Maximum age of the data behind any replica's answer to a query. */
  get maxLagMilliseconds(): number {
    return this.standby?.maxLagMilliseconds ?? 0;
  }

  /**
   * The moment as of which the standby may answer this reader's query; null if the primary must. No reader sees a
   * state older than one they may know.
   */
  async findMoment(readerId: string): Promise<StandbyMoment | null> {
    return (await this.standby?.findMoment(readerId, this)) ?? null;
  }

  /**
   * Call it after a reader has changed something, and before a change is delivered to one: they may know everything
   * until now. Synchronous if there is nothing to write, as for all but one of a reader's thousand subscriptions.
   */
  keepFresh(readerId: string): Promise<void> | void {
    return this.standby?.keepFresh(readerId);
  }

  /** Called by TypeORM for every statement. */
  override createQueryRunner(): QueryRunner {
    if (isPartOfChange()) return this.main.createQueryRunner();
    const runner = super.createQueryRunner();
    const query = runner.query.bind(runner) as (...statement: Statement) => Promise<unknown>;
    const guarded = async (...statement: Statement): Promise<unknown> => {
      const reading = readingOfQuery();
      const readerId = reading?.readerId ?? null;
      const answer = reading?.asOf && (await this.standby?.ask(reading.asOf, reading.readerId, statement));
      if (answer) return answer.rows;
      try {
        return await readInTurn({ readers: this.#slowReaders, readerId, runner }, () => query(...statement));
      } catch (error) {
        throw isTimeout(error) ? new ReadTimedOutError() : error;
      }
    };
    runner.query = guarded as QueryRunner['query'];
    return runner;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.destroy();
  }
}

/** Runs `work` on the connections of changes, as part of a mutation. */
export function readAsPartOfChange<Result>(work: () => Result): Result {
  return readings.run({ isChange: true }, work);
}

/** Runs `work` for a caller, whose slow statements then run one at a time. */
export function readFor<Result>(reader: Omit<ReadingOfQuery, 'isChange'>, work: () => Result): Result {
  return readings.run({ isChange: false, ...reader }, work);
}

/** The moment as of which the standby may answer the current read; null for the primary. */
export function readAsOf(): StandbyMoment | null {
  return readingOfQuery()?.asOf ?? null;
}

/** Whether the current read belongs to a mutation's payload. */
export function isPartOfChange(): boolean {
  return readings.getStore()?.isChange === true;
}

function readingOfQuery(): ReadingOfQuery | null {
  const reading = readings.getStore();
  return reading?.isChange === false ? reading : null;
}

// query_canceled and lock_not_available: a session time-out ended the statement.
const CUT_OFF = new Set(['57014', '55P03']);

function isTimeout(error: unknown): boolean {
  if (error instanceof QueryFailedError) {
    return error.message === READ_TIMEOUT || CUT_OFF.has(sqlStateOf(error as QueryFailedError) ?? '');
  }
  return error instanceof NoFreeConnectionError;
}
