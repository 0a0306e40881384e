import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Secret } from '../../common/secret.js';
import { GatheredHints } from '../../platform/events/wake-up/gathered-hints.js';
import { SLOW_POLL_MS, WakeUp } from '../../platform/events/wake-up/wake-up.port.js';
import type { NatsConnection } from './nats-connection.js';

// Without a connection readers fall back to slow polling, so reconnecting is not urgent.
const RECONNECT_DELAY_MS = 2_000;

/** Sends hints over NATS instead of through a database that many replicas share. */
export class NatsWakeUp extends WakeUp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  override readonly pollIntervalMs = SLOW_POLL_MS;
  readonly #logger = new Logger(NatsWakeUp.name);
  readonly #listeners = new Set<() => void>();
  readonly #hints = new GatheredHints(() => this.publish());
  #connection: NatsConnection | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isAway = false;
  #stopped = false;

  constructor(private readonly url: Secret) {
    super();
  }

  /** Does not wait for the connection: a replica without NATS starts, but its readers see changes later. */
  onApplicationBootstrap(): void {
    void this.connect();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#hints.stop();
    await this.#connection?.close();
  }

  override onWakeUp(listener: () => void): void {
    this.#listeners.add(listener);
  }

  override announce(): void {
    this.#hints.announce();
  }

  private publish(): Promise<void> {
    try {
      this.#connection?.publish();
    } catch {
      // The connection is closing, which is logged elsewhere. Readers find the change at their next poll.
    }
    return Promise.resolve();
  }

  private async connect(): Promise<void> {
    let connection: NatsConnection;
    try {
      // Loaded on demand, so that it costs neither time nor memory in replicas without NATS.
      const { connectToNats } = await import('./nats-connection.js');
      connection = await connectToNats(this.url, () => {
        this.wakeListeners();
      });
    } catch (error) {
      this.lose(error);
      return;
    }
    if (this.#stopped) {
      await connection.close();
      return;
    }
    this.#connection = connection;
    void connection.closed.then((error) => {
      this.#connection = null;
      this.lose(error);
    });
    if (this.#isAway) this.#logger.log({ event: 'nats_connected' });
    this.#isAway = false;
    // Wakes the listeners for whatever was announced while this replica was disconnected.
    this.wakeListeners();
  }

  private lose(error: unknown): void {
    if (this.#stopped) return;
    // Logged once per outage, however often reconnecting fails.
    if (!this.#isAway) this.#logger.warn({ event: 'nats_connection_lost', err: error });
    this.#isAway = true;
    this.#timer = setTimeout(() => void this.connect(), RECONNECT_DELAY_MS).unref();
  }

  private wakeListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}
