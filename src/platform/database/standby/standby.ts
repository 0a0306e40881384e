import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import type { Config } from '../../config/config.js';
import { standbyOptions, PurserDataSource } from '../connection/data-source.js';
import { SlowReaders } from '../reads/slow-readers.js';
import { sqlStateOf } from '../connection/sql-state.js';
import { readInTurn, ReadTimedOutError } from '../reads/timed-read.js';
import { StandbyBeatEntity } from '../persistence/standby-beat.entity.js';

// A hundred bytes of the write-ahead log each.
const BEAT_EVERY_MS = 500;

// Connecting takes some statements, and a standby that is away stays so for seconds.
const CONNECT_EVERY_MS = 2_000;

const QUERY_CANCELED = '57014';

// serialization_failure: a conflict with what the standby replays. The standby is as well as before.
const CONFLICT = '40001';

/** A moment of the primary. A standby that shows its number shows everything that was committed before. */
export interface Beat {
  readonly number: number;
  /** Before it was, by `performance.now()`. */
  readonly sentAt: number;
  /** By the clock of the primary. */
  readonly beatenAt: Date;
}

/** How a read that the standby was asked for ended; all but the first are answered by the primary. */
export const STANDBY_OUTCOMES = ['answered', 'behind', 'failed'] as const;
export type StandbyOutcome = (typeof STANDBY_OUTCOMES)[number];

export type Statement = readonly [query: string, parameters?: unknown[]];

/**
 * A standby of the database, for reads that may be seconds old. This process's own row on the primary tells how old the
 * standby is, whatever follows whom: one that follows no more, or another primary, never shows a new beat.
 */
export class Standby {
  readonly #logger = new Logger(Standby.name);
  readonly #processId = randomUUID();
  readonly #slowReaders: SlowReaders;
  readonly #listeners: ((outcome: StandbyOutcome) => void)[] = [];
  /** By connection, since an address may lead to several standbys. */
  readonly #shownOn = new WeakMap<object, number>();
  /** Of the last seconds, oldest first. */
  #beats: Beat[] = [];
  #sent = 0;
  #shown: Beat | null = null;
  #connections: DataSource | null = null;
  #connectAfter = 0;
  #isUsed: boolean | null = null;
  #beating: Promise<void> | null = null;
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** @param main the connections of changes, connected */
  constructor(
    private readonly config: Config,
    private readonly main: DataSource,
  ) {
    this.#slowReaders = new SlowReaders(config.database.readPoolSize);
  }

  /** Begins to beat and to look, which needs no standby to be there. */
  start(): void {
    this.tick();
    this.#timer = setInterval(() => {
      this.tick();
    }, BEAT_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await Promise.all([this.#beating, this.#looking]);
    await this.#connections?.destroy();
  }

  /** How old the state may be that queries are answered from. */
  get maxLagMilliseconds(): number {
    return this.config.database.readMaxLagMs;
  }

  /** The newest moment that the standby has shown; null while that is too old to be read. */
  newestShown(): Beat | null {
    return this.lagMilliseconds() <= this.maxLagMilliseconds ? this.#shown : null;
  }

  /** How old the standby's state is at most; Infinity while it has shown none. */
  lagMilliseconds(): number {
    return this.#shown ? performance.now() - this.#shown.sentAt : Infinity;
  }

  /** Connections to the standby; null until the first was made. */
  get connections(): DataSource | null {
    return this.#connections;
  }

  onRead(listener: (outcome: StandbyOutcome) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * The answer of the standby to a statement, of that moment or later; null when it has none, and the primary is to be
   * asked.
   *
   * @throws ReadTimedOutError when the statement takes longer than it may: so it would there
   */
  async ask(beat: Beat, readerId: string, statement: Statement): Promise<{ readonly rows: unknown } | null> {
    const runner = this.#connections?.createQueryRunner();
    if (!runner) return this.ended('failed', null);
    let startedAt = Infinity;
    try {
      return await readInTurn({ readers: this.#slowReaders, readerId, runner }, async () => {
        if (!(await this.shows(beat, runner))) return this.ended('behind', null);
        startedAt = performance.now();
        const rows: unknown = await runner.query(...statement);
        return this.ended('answered', { rows });
      });
    } catch (error) {
      if (error instanceof ReadTimedOutError) throw error;
      const sqlState = error instanceof QueryFailedError ? sqlStateOf(error as QueryFailedError) : null;
      // One that was cancelled sooner was not cancelled for its time.
      const isOverTime = performance.now() - startedAt >= this.config.database.readTimeoutMs;
      if (sqlState === QUERY_CANCELED && isOverTime) throw new ReadTimedOutError();
      // Until the next look.
      if (sqlState !== CONFLICT) this.#shown = null;
      return this.ended('failed', null);
    } finally {
      await runner.release();
    }
  }

  private ended<Answer>(outcome: StandbyOutcome, answer: Answer): Answer {
    for (const listener of this.#listeners) listener(outcome);
    return answer;
  }

  /** Whether the server of a connection shows a moment; asked once for each moment. */
  private async shows({ number }: Beat, runner: QueryRunner): Promise<boolean> {
    const connection = (await runner.connect()) as object;
    const known = this.#shownOn.get(connection) ?? 0;
    return known >= number || (await this.look(runner)) >= number;
  }

  /** The number that the server of a connection shows. */
  private async look(runner: QueryRunner): Promise<number> {
    const connection = (await runner.connect()) as object;
    const row = await runner.manager.findOneBy(StandbyBeatEntity, { processId: this.#processId });
    const number = row?.number ?? 0;
    this.#shownOn.set(connection, number);
    return number;
  }

  /** Each by itself: a commit that hangs leaves the state of the standby known. */
  private tick(): void {
    this.#beating ??= this.beat().finally(() => {
      this.#beating = null;
    });
    this.#looking ??= this.lookAgain().finally(() => {
      this.#looking = null;
    });
  }

  private async beat(): Promise<void> {
    this.#sent += 1;
    const number = this.#sent;
    const sentAt = performance.now();
    try {
      // Of processes that have ended long ago.
      if (number === 1) await this.rows().delete().where(`beaten_at < now() - interval '1 day'`).execute();
      const written = await this.rows()
        .insert()
        .values({ processId: this.#processId, number, beatenAt: () => 'clock_timestamp()' })
        .orUpdate(['number', 'beaten_at'], ['process_id'])
        .returning('beaten_at')
        .updateEntity(false)
        .execute();
      const [row] = written.raw as { beaten_at: Date }[];
      if (row) this.#beats.push({ number, sentAt, beatenAt: row.beaten_at });
    } catch (error) {
      this.#logger.warn({ event: 'standby_beat_failed', err: error });
    }
    this.#beats = this.#beats.filter((beat) => performance.now() - beat.sentAt <= this.maxLagMilliseconds);
  }

  private rows() {
    return this.main.getRepository(StandbyBeatEntity).createQueryBuilder();
  }

  private async lookAgain(): Promise<void> {
    let failure: unknown = null;
    try {
      const runner = (await this.connected())?.createQueryRunner();
      if (!runner) return;
      try {
        const number = await this.look(runner);
        this.#shown = this.#beats.findLast((beat) => beat.number <= number) ?? this.#shown;
      } finally {
        await runner.release();
      }
    } catch (error) {
      failure = error;
      this.#shown = null;
    }
    this.tell(failure);
  }

  private async connected(): Promise<DataSource | null> {
    if (this.#connections || performance.now() < this.#connectAfter) return this.#connections;
    this.#connectAfter = performance.now() + CONNECT_EVERY_MS;
    const options = standbyOptions(this.config);
    if (!options) return null;
    this.#connections = await new PurserDataSource({ ...options, entities: [StandbyBeatEntity] }).initialize();
    return this.#connections;
  }

  private tell(failure: unknown): void {
    const isUsed = this.newestShown() !== null;
    if (isUsed === this.#isUsed) return;
    // Before it is looked at for the first time, nothing is wrong.
    if (this.#isUsed === null && !isUsed && failure === null) return;
    this.#isUsed = isUsed;
    if (isUsed) this.#logger.log({ event: 'standby_used' });
    else this.#logger.warn({ event: 'standby_not_used', why: failure === null ? 'BEHIND' : 'AWAY', err: failure });
  }
}
