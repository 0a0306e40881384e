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
 * The database for what queries and subscriptions of the API read: a few connections of their own with a short
 * time-out, so that money, webhooks and readiness never wait for a list. The answer of a mutation is read
 * from where it was written, over the connections that changes have. The standby, where there is one, answers what
 * may be seconds old; the primary does whenever the standby cannot.
 */
@Injectable()
export class ApiReads extends PurserDataSource implements OnApplicationShutdown {
  readonly #slowReaders: SlowReaders;

  private constructor(
    { database }: Config,
    private readonly main: DataSource,
    { extra, ...options }: ReturnType<typeof dataSourceOptions>,
    /** Null when there is none. */
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
        // A pooler keeps no time-out of a session; there this side cuts the statement off, and the connection with it.
        ...(database.isPooled
          ? { query_timeout: database.readTimeoutMs }
          : { statement_timeout: database.readTimeoutMs }),
      },
    });
    this.#slowReaders = new SlowReaders(database.readPoolSize);
  }

  /** @param main the connections of changes, connected */
  static async connect(config: Config, main: DataSource, standby: StandbyReads | null = null): Promise<ApiReads> {
    const reads = new ApiReads(config, main, dataSourceOptions(config), standby);
    await reads.initialize();
    return reads;
  }

  /** How old a state may be that queries are answered from, on any replica. */
  get maxLagMilliseconds(): number {
    return this.standby?.maxLagMilliseconds ?? 0;
  }

  /**
   * The moment as of which the standby may answer a query of this reader; null when the primary is to answer. No
   * reader is shown a state before one that they may know of.
   */
  async findMoment(readerId: string): Promise<StandbyMoment | null> {
    return (await this.standby?.findMoment(readerId, this)) ?? null;
  }

  /**
   * Called once a reader has changed something, and before one is told of a change: they may know of all until now. At
   * once when there is nothing to write, as for all but one of the thousand subscriptions of a reader.
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

/** Has `work` read over the connections of changes, as part of a mutation. */
export function readAsPartOfChange<Result>(work: () => Result): Result {
  return readings.run({ isChange: true }, work);
}

/** Has `work` read for a caller, whose slow statements then take their turns. */
export function readFor<Result>(reader: Omit<ReadingOfQuery, 'isChange'>, work: () => Result): Result {
  return readings.run({ isChange: false, ...reader }, work);
}

/** The moment as of which the standby may answer what is read now; null for the primary. */
export function readAsOf(): StandbyMoment | null {
  return readingOfQuery()?.asOf ?? null;
}

/** Whether what is read now belongs to the answer of a mutation. */
export function isPartOfChange(): boolean {
  return readings.getStore()?.isChange === true;
}

function readingOfQuery(): ReadingOfQuery | null {
  const reading = readings.getStore();
  return reading?.isChange === false ? reading : null;
}

// query_canceled and lock_not_available: a time-out of the session cut the statement off.
const CUT_OFF = new Set(['57014', '55P03']);

function isTimeout(error: unknown): boolean {
  if (error instanceof QueryFailedError) {
    return error.message === READ_TIMEOUT || CUT_OFF.has(sqlStateOf(error as QueryFailedError) ?? '');
  }
  return error instanceof NoFreeConnectionError;
}
