import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Config } from '../../config/config.js';

const CHANNEL = 'purser_status_changes';

// A listening connection carries no traffic of its own, so a dead peer shows only when it is asked something.
const PROBE_INTERVAL_MS = 30_000;
const PROBE_TIMEOUT_MS = 5_000;

// The changes of one payout or order come within this time, and a person does not see it.
const GATHER_MS = 20;

// While the connection is away readers live on their slow poll, so there is no hurry in getting it back.
const RECONNECT_DELAY_MS = 2_000;

/**
 * Tells every replica that the log has grown. Only a hint: a lost one costs a reader the rest of its poll interval. In
 * SQL, since TypeORM has no notifications.
 *
 * NOTIFY takes a lock over the whole database at commit, so it is sent in a transaction of its own after the change is
 * committed. A replica gathers the changes of some time for one, and sends one at a time.
 */
@Injectable()
export class LogWakeUp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(LogWakeUp.name);
  readonly #listeners = new Set<() => void>();
  #announcing: Promise<void> = Promise.resolve();
  #isAnnounced = false;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
    await this.#announcing;
  }

  /** Has `listener` called whenever the log may have grown, on this replica or another. */
  onWakeUp(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Wakes every replica soon. */
  announce(): void {
    if (this.#stopped || this.#isAnnounced) return;
    this.#isAnnounced = true;
    this.#announcing = this.#announcing.then(() => this.notify());
  }

  private async notify(): Promise<void> {
    await delay(GATHER_MS);
    this.#isAnnounced = false;
    try {
      await this.dataSource.query(`NOTIFY ${CHANNEL}`);
    } catch (error) {
      // Readers find the change with their next poll.
      this.#logger.warn({ event: 'notify_failed', err: error });
    }
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.config.database.directUrl.reveal(),
      application_name: 'purser-listen',
      keepAlive: true,
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    let isLost = false;
    const lose = (error?: unknown): void => {
      if (isLost) return;
      isLost = true;
      if (!this.#stopped) this.#logger.warn({ event: 'listen_connection_lost', err: error });
      if (this.#client === client) this.#client = null;
      client.end().catch(() => undefined);
      this.schedule(RECONNECT_DELAY_MS, () => this.connect());
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', () => {
      this.wakeListeners();
    });
    try {
      await client.connect();
      await listen(client);
    } catch (error) {
      lose(error);
      return;
    }
    this.#client = client;
    this.scheduleProbe(client, lose);
    // Whatever was announced while nobody listened.
    this.wakeListeners();
  }

  private scheduleProbe(client: pg.Client, lose: (error: unknown) => void): void {
    this.schedule(PROBE_INTERVAL_MS, async () => {
      try {
        await listen(client);
      } catch (error) {
        lose(error);
        return;
      }
      this.scheduleProbe(client, lose);
    });
  }

  private schedule(delayMs: number, action: () => Promise<void>): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void action(), delayMs);
    this.#timer.unref();
  }

  private wakeListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Safe to repeat, so that it shows whether the connection is still there. */
async function listen(client: pg.Client): Promise<void> {
  await client.query(`LISTEN ${CHANNEL}`);
}
