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

// Each beat adds a hundred bytes to the write-ahead log.
const BEAT_EVERY_MS = 500;

// Connecting takes several statements, and an outage of a standby lasts seconds.
const CONNECT_EVERY_MS = 2_000;

const QUERY_CANCELED = '57014';

// serialization_failure: a conflict with what the standby replays. The standby is as healthy as before.
const CONFLICT = '40001';

interface Beat extends StandbyMoment {
  /** By the clock of the primary. */
  readonly beatenAt: Date;
}

/** How a read sent to the standby ended. The primary answers all but the first kind. */
export const STANDBY_OUTCOMES = ['answered', 'behind', 'failed'] as const;
export type StandbyOutcome = (typeof STANDBY_OUTCOMES)[number];

/**
 * A standby of the database, for reads that may be seconds old. This process's own row on the primary shows how old the
 * standby is, whatever server it follows: one that stopped, or follows another primary, never shows a new beat.
 */
export class Standby extends StandbyReads implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(Standby.name);
  readonly #processId = randomUUID();
  readonly #slowReaders: SlowReaders;
  readonly #freshReaders: FreshReaders;
  readonly #listeners: ((outcome: StandbyOutcome) => void)[] = [];
  /** By connection, since one address may lead to several standbys. */
  readonly #shownOn = new WeakMap<object, number>();
  /** Beats of the last seconds, oldest first. */
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
    super();
    this.#freshReaders = new FreshReaders(main);
    this.#slowReaders = new SlowReaders(config.database.readPoolSize);
  }

  /** Starts the beats and checks, which need no standby. */
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

  /** Returns at once if there is nothing to write, as for all but one of a reader's thousand subscriptions. */
  override keepFresh(readerId: string): Promise<void> | void {
    return this.#freshReaders.note(readerId);
  }

  /** Returns the newest beat that the standby has shown; null while that is too old to read. */
  newestShown(): Beat | null {
    return this.lagMilliseconds() <= this.maxLagMilliseconds ? this.#shown : null;
  }

  /** Maximum age of the standby's state; Infinity until it has shown a beat. */
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
      // A read that was cancelled earlier did not exceed its time.
      const isOverTime = performance.now() - startedAt >= this.config.database.readTimeoutMs;
      if (sqlState === QUERY_CANCELED && isOverTime) throw new ReadTimedOutError();
      // Until the next check.
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

  /** Whether a connection's server shows a moment. Asks once per moment. */
  private async shows({ number }: StandbyMoment, runner: QueryRunner): Promise<boolean> {
    const connection = (await runner.connect()) as object;
    const known = this.#shownOn.get(connection) ?? 0;
    return known >= number || (await this.look(runner)) >= number;
  }

  /** Returns the number that a connection's server shows. */
  private async look(runner: QueryRunner): Promise<number> {
    const connection = (await runner.connect()) as object;
    const row = await runner.manager.findOneBy(StandbyBeatEntity, { processId: this.#processId });
    const number = row?.number ?? 0;
    this.#shownOn.set(connection, number);
    return number;
  }

  /** Runs each part on its own: a hanging commit leaves the standby's state known. */
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
      // Rows of processes that ended long ago.
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
    // Nothing is wrong before the first check.
    if (this.#isUsed === null && !isUsed && failure === null) return;
    this.#isUsed = isUsed;
    if (isUsed) this.#logger.log({ event: 'standby_used' });
    else this.#logger.warn({ event: 'standby_not_used', why: failure === null ? 'BEHIND' : 'AWAY', err: failure });
  }
}
