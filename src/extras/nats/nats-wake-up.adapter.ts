import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Secret } from '../../common/secret.js';
import { GatheredHints } from '../../platform/events/wake-up/gathered-hints.js';
import { SLOW_POLL_MS, WakeUp } from '../../platform/events/wake-up/wake-up.port.js';
import type { NatsConnection } from './nats-connection.js';

// Readers live on their slow poll meanwhile, so there is no hurry in getting the connection back.
const RECONNECT_DELAY_MS = 2_000;

/** Carries hints over NATS: a database that many replicas share need not carry them then. */
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

  /** Waits for nothing: without NATS a replica is slower, and starts all the same. */
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
      // It is being closed, which is said where it is noticed. Readers find the change with their next poll.
    }
    return Promise.resolve();
  }

  private async connect(): Promise<void> {
    let connection: NatsConnection;
    try {
      // Loaded by those who use it alone: neither a start nor the memory of all others pays for it.
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
    // Whatever was announced while nobody listened.
    this.wakeListeners();
  }

  private lose(error: unknown): void {
    if (this.#stopped) return;
    // Once for each loss, however often it is tried again.
    if (!this.#isAway) this.#logger.warn({ event: 'nats_connection_lost', err: error });
    this.#isAway = true;
    this.#timer = setTimeout(() => void this.connect(), RECONNECT_DELAY_MS).unref();
  }

  private wakeListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}
