import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { Secret } from '../../../common/secret.js';
import { GatheredHints } from '../wake-up/gathered-hints.js';
import { SLOW_POLL_MS, WakeUp } from '../wake-up/wake-up.port.js';

const CHANNEL = 'purser_status_changes';

// A listening connection is silent by nature, so only a query reveals that the other end is gone.
const PROBE_INTERVAL_MS = 30_000;
const PROBE_TIMEOUT_MS = 5_000;

// Without the connection, readers fall back to slow polling, so reconnecting is not urgent.
const RECONNECT_DELAY_MS = 2_000;

/**
 * Sends hints through LISTEN and NOTIFY. Written in SQL, because TypeORM has no notifications. NOTIFY locks the whole
 * database at commit, so it is sent in a separate transaction after the change is committed.
 */
export class PostgresWakeUp extends WakeUp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  override readonly pollIntervalMs = SLOW_POLL_MS;
  readonly #logger = new Logger(PostgresWakeUp.name);
  readonly #listeners = new Set<() => void>();
  readonly #hints = new GatheredHints(() => this.notify());
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #isAway = false;

  /** @param directUrl the database without a pooler, because listening requires a session that lasts */
  constructor(
    private readonly directUrl: Secret,
    private readonly dataSource: DataSource,
  ) {
    super();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
    await this.#hints.stop();
  }

  override onWakeUp(listener: () => void): void {
    this.#listeners.add(listener);
  }

  override announce(): void {
    this.#hints.announce();
  }

  private async notify(): Promise<void> {
    try {
      await this.dataSource.query(`NOTIFY ${CHANNEL}`);
    } catch (error) {
      // Readers find the change at their next poll.
      this.#logger.warn({ event: 'notify_failed', err: error });
    }
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.directUrl.reveal(),
      application_name: 'purser-listen',
      keepAlive: true,
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    let isLost = false;
    const lose = (error?: unknown): void => {
      if (isLost) return;
      isLost = true;
      // Logged once per outage, however often reconnecting fails.
      if (!this.#stopped && !this.#isAway) this.#logger.warn({ event: 'listen_connection_lost', err: error });
      this.#isAway = true;
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
    this.#isAway = false;
    this.scheduleProbe(client, lose);
    // Wakes the listeners for whatever was announced while there was no connection.
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

/** Safe to repeat. Repeating it tests whether the connection still works. */
async function listen(client: pg.Client): Promise<void> {
  await client.query(`LISTEN ${CHANNEL}`);
}
