import { randomUUID } from 'node:crypto';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { SlowReaders } from '../../platform/database/reads/slow-readers.js';
import { sqlStateOf } from '../../platform/database/connection/sql-state.js';
import { readInTurn, ReadTimedOutError } from '../../platform/database/reads/timed-read.js';
import { StandbyBeatEntity } from '../../platform/database/persistence/standby-beat.entity.js';
import { type StandbyMoment, StandbyReads, type Statement } from '../../platform/database/standby-reads.port.js';
import { FreshReaders } from './fresh-readers.js';
import { connectToStandby } from './standby-connections.js';

// Each heartbeat adds a hundred bytes to the write-ahead log.
const BEAT_EVERY_MS = 500;

// Connecting takes several statements, and an outage of a standby lasts for seconds at least.
const CONNECT_EVERY_MS = 2_000;

const QUERY_CANCELED = '57014';

// serialization_failure: a conflict with a change that the standby is replaying. This says nothing against the standby.
const CONFLICT = '40001';

interface Beat extends StandbyMoment {
  /** Time of the heartbeat by the primary's clock. */
  readonly beatenAt: Date;
}

/** How a read sent to the standby ended. Unless the standby answered, the primary does. */
export const STANDBY_OUTCOMES = ['answered', 'behind', 'failed'] as const;
export type StandbyOutcome = (typeof STANDBY_OUTCOMES)[number];

/**
 * A standby of the database, for reads that may be a few seconds behind. This process writes heartbeats to a row on the
 * primary, and sees on the standby how old its state is, whichever server it follows: a standby that has stopped, or
 * follows another primary, never shows a new heartbeat.
 */
export class Standby extends StandbyReads implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(Standby.name);
  readonly #processId = randomUUID();
  readonly #slowReaders: SlowReaders;
  readonly #freshReaders: FreshReaders;
  readonly #listeners: ((outcome: StandbyOutcome) => void)[] = [];
  /** The number last shown, by connection, because one address may lead to several standbys. */
  readonly #shownOn = new WeakMap<object, number>();
  /** The heartbeats of the last few seconds, oldest first. */
  #beats: Beat[] = [];
  #sent = 0;
  #shown: Beat | null = null;
  #connections: DataSource | null = null;
  #connectAfter = 0;
  #isUsed: boolean | null = null;
  #beating: Promise<void> | null = null;
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** @param main the connections for changes, already established */
  constructor(
    private readonly config: Config,
    private readonly main: DataSource,
  ) {
    super();
    this.#freshReaders = new FreshReaders(main);
    this.#slowReaders = new SlowReaders(config.database.readPoolSize);
  }

  /** Starts the heartbeats and the checks, which work without a standby as well. */
  onApplicationBootstrap(): void {
    this.tick();
    this.#timer = setInterval(() => {
      this.tick();
    }, BEAT_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await Promise.all([this.#beating, this.#looking]);
    await this.#connections?.destroy();
  }

  override get maxLagMilliseconds(): number {
    return this.config.database.readMaxLagMs;
  }

  override async findMoment(readerId: string, primary: DataSource): Promise<StandbyMoment | null> {
    const beat = this.newestShown();
    if (!beat) return null;
    return (await this.#freshReaders.mayKnowLaterThan(beat.beatenAt, readerId, primary)) ? null : beat;
  }

  /** Returns nothing if no write is needed, which is the case for all but one of a reader's thousand subscriptions. */
  override keepFresh(readerId: string): Promise<void> | void {
    return this.#freshReaders.note(readerId);
  }

  /** Returns the newest heartbeat that the standby has shown; null if that is too old for reads. */
  newestShown(): Beat | null {
    return this.lagMilliseconds() <= this.maxLagMilliseconds ? this.#shown : null;
  }

  /** Returns the maximum age of the standby's state; Infinity until it has shown a heartbeat. */
  lagMilliseconds(): number {
    return this.#shown ? performance.now() - this.#shown.sentAt : Infinity;
  }

  override get connections(): DataSource | null {
    return this.#connections;
  }

  onRead(listener: (outcome: StandbyOutcome) => void): void {
    this.#listeners.push(listener);
  }

  override async ask(
    asOf: StandbyMoment,
    readerId: string,
    statement: Statement,
  ): Promise<{ readonly rows: unknown } | null> {
    const runner = this.#connections?.createQueryRunner();
    if (!runner) return this.ended('failed', null);
    let startedAt = Infinity;
    try {
      return await readInTurn({ readers: this.#slowReaders, readerId, runner }, async () => {
        if (!(await this.shows(asOf, runner))) return this.ended('behind', null);
        startedAt = performance.now();
        const rows: unknown = await runner.query(...statement);
        return this.ended('answered', { rows });
      });
    } catch (error) {
      if (error instanceof ReadTimedOutError) throw error;
      const sqlState = error instanceof QueryFailedError ? sqlStateOf(error as QueryFailedError) : null;
      // A statement that was cancelled before its time limit was cancelled for another reason.
      const isOverTime = performance.now() - startedAt >= this.config.database.readTimeoutMs;
      if (sqlState === QUERY_CANCELED && isOverTime) throw new ReadTimedOutError();
      // Stops using the standby until the next check.
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

  /** Whether the server behind a connection shows a moment. Asks it at most once per moment. */
  private async shows({ number }: StandbyMoment, runner: QueryRunner): Promise<boolean> {
    const connection = (await runner.connect()) as object;
    const known = this.#shownOn.get(connection) ?? 0;
    return known >= number || (await this.look(runner)) >= number;
  }

  /** Returns the number that the server behind a connection shows. */
  private async look(runner: QueryRunner): Promise<number> {
    const connection = (await runner.connect()) as object;
    const row = await runner.manager.findOneBy(StandbyBeatEntity, { processId: this.#processId });
    const number = row?.number ?? 0;
    this.#shownOn.set(connection, number);
    return number;
  }

  /** Runs the two parts independently, so that the standby's state is known even if a commit on the primary hangs. */
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
      // Deletes the rows of processes that ended long ago.
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
    this.#connections = await connectToStandby(this.config);
    return this.#connections;
  }

  private tell(failure: unknown): void {
    const isUsed = this.newestShown() !== null;
    if (isUsed === this.#isUsed) return;
    // Not logged before the first check, because until then nothing is wrong.
    if (this.#isUsed === null && !isUsed && failure === null) return;
    this.#isUsed = isUsed;
    if (isUsed) this.#logger.log({ event: 'standby_used' });
    else this.#logger.warn({ event: 'standby_not_used', why: failure === null ? 'BEHIND' : 'AWAY', err: failure });
  }
}
