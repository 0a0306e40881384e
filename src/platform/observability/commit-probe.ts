import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { commitNothing } from '../database/connection/probes.js';
import { MetricsRegistry } from './metrics-registry.js';

// Frequent enough for readiness to report hanging commits within seconds. Each probe writes a hundred bytes of WAL.
const PROBE_EVERY_MS = 2_000;

/**
 * Commits a trivial change every two seconds. This detects a primary that has lost its synchronous standby: it still
 * answers reads, but its commits wait forever.
 */
@Injectable()
export class CommitProbe implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(CommitProbe.name);
  #timer: NodeJS.Timeout | null = null;
  #probing: Promise<void> | null = null;
  /** `performance.now()` when probing began. */
  #beganAt = 0;
  #endedAt = performance.now();
  #lastSeconds = NaN;
  #hasFailed = false;

  constructor(
    private readonly dataSource: DataSource,
    registry: MetricsRegistry,
  ) {
    const gauge: Gauge = new Gauge({
      name: 'purser_commit_seconds',
      help: 'How long the last commit of a probe took or has waited; after a failed one, the time since the last success.',
      registers: [registry],
      collect: () => {
        gauge.set(this.seconds());
      },
    });
  }

  onApplicationBootstrap(): void {
    this.#endedAt = performance.now();
    this.probe();
    this.#timer = setInterval(() => {
      this.probe();
    }, PROBE_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#probing;
  }

  /** Returns the milliseconds since the last commit succeeded, or since probing began. */
  millisecondsSinceCommit(): number {
    return performance.now() - this.#endedAt;
  }

  private probe(): void {
    if (this.#probing) return;
    this.#beganAt = performance.now();
    this.#probing = this.commit().finally(() => {
      this.#probing = null;
    });
  }

  private async commit(): Promise<void> {
    try {
      await commitNothing(this.dataSource);
      const afterMs = Math.round(this.millisecondsSinceCommit());
      this.#endedAt = performance.now();
      this.#lastSeconds = (this.#endedAt - this.#beganAt) / 1_000;
      if (this.#hasFailed) this.#logger.warn({ event: 'database_back', afterMs });
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#logger.error({ event: 'database_away', err: error });
      this.#hasFailed = true;
    }
  }

  private seconds(): number {
    if (this.#hasFailed) return this.millisecondsSinceCommit() / 1_000;
    const underWay = this.#probing ? (performance.now() - this.#beganAt) / 1_000 : 0;
    return underWay > this.#lastSeconds ? underWay : this.#lastSeconds;
  }
}
