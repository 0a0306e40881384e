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

/** Name of these connections for `forFeature` and `@InjectRepository`. */
export const READS = 'reads';

/** What the current read is for: the payload of a mutation, or a query. */
type Reading = { readonly isChange: true } | ReadingOfQuery;

interface ReadingOfQuery {
  readonly isChange: false;
  readonly readerId: string;
  /** The standby may answer if it shows this moment; null if only the primary may answer. */
  readonly asOf: StandbyMoment | null;
}

const readings = new AsyncLocalStorage<Reading>();

/**
 * The database as seen by the API's queries and subscriptions: a few separate connections with a short timeout, so that
 * payments, webhooks and readiness never wait for a list. A mutation's payload is read on the connections that wrote
 * the data. If there is a standby, it answers reads that may be a few seconds behind; the primary answers whenever the
 * standby cannot.
 */
@Injectable()
export class ApiReads extends PurserDataSource implements OnApplicationShutdown {
  readonly #slowReaders: SlowReaders;

  private constructor(
    { database }: Config,
    private readonly main: DataSource,
    { extra, ...options }: ReturnType<typeof dataSourceOptions>,
    /** Null if there is no standby. */
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
        // A pooler keeps no session timeout, so the client ends the statement and closes its connection.
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

  /** Maximum age of the data with which any replica answers a query. */
  get maxLagMilliseconds(): number {
    return this.standby?.maxLagMilliseconds ?? 0;
  }

  /**
   * Returns the moment that the standby must show to answer this reader's query; null if the primary must answer. No
   * reader is shown an older state than one they may have seen.
   */
  async findMoment(readerId: string): Promise<StandbyMoment | null> {
    return (await this.standby?.findMoment(readerId, this)) ?? null;
  }

  /**
   * Call this after a reader has changed something, and before a change is delivered to them: from then on they may
   * know everything up to now. Returns a promise only if something must be written, which is not the case for all but
   * one of a reader's thousand subscriptions.
   */
  keepFresh(readerId: string): Promise<void> | void {
    return this.standby?.keepFresh(readerId);
  }

  /** TypeORM calls this for every statement. */
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

/** Runs `work` as part of a mutation: its reads use the connections that wrote the changes. */
export function readAsPartOfChange<Result>(work: () => Result): Result {
  return readings.run({ isChange: true }, work);
}

/** Runs `work` on behalf of a caller, whose slow statements run one at a time. */
export function readFor<Result>(reader: Omit<ReadingOfQuery, 'isChange'>, work: () => Result): Result {
  return readings.run({ isChange: false, ...reader }, work);
}

/** Returns the moment that the standby must show to answer the current read; null if only the primary may. */
export function readAsOf(): StandbyMoment | null {
  return readingOfQuery()?.asOf ?? null;
}

/** Whether the current read is for the payload of a mutation. */
export function isPartOfChange(): boolean {
  return readings.getStore()?.isChange === true;
}

function readingOfQuery(): ReadingOfQuery | null {
  const reading = readings.getStore();
  return reading?.isChange === false ? reading : null;
}

// query_canceled and lock_not_available: a session timeout ended the statement.
const CUT_OFF = new Set(['57014', '55P03']);

function isTimeout(error: unknown): boolean {
  if (error instanceof QueryFailedError) {
    return error.message === READ_TIMEOUT || CUT_OFF.has(sqlStateOf(error as QueryFailedError) ?? '');
  }
  return error instanceof NoFreeConnectionError;
}
