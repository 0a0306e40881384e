import { Logger } from '@nestjs/common';
import { inSpan } from '../observability/tracing/spans.js';

/** One batch of due work; returns whether more was due than it took, or nothing when a run is one batch. */
export type Duty = (() => Promise<{ readonly more: boolean }>) | (() => Promise<void>);

export interface TickOptions {
  /** In log lines, alarms and metrics. */
  readonly name: string;
  readonly everyMs: number;
  readonly runOnce: Duty;
}

// One is a database that restarts. Ten in a row, ten seconds for most ticks, end by themselves only if it does.
const FAILURES_TO_REPORT = 10;

// An outage of the database fails ten runs a second of some ticks, and each of them would log a stack.
const TELL_EVERY_MS = 60_000;

// Bounds one uninterrupted run, so that shutdown and other ticks are never kept waiting by a large backlog.
const MAX_BATCHES_PER_RUN = 50;

/**
 * Runs one duty over due rows: never twice at the same time in this process, again at once while there is more, and
 * stops only between batches. A failed batch is logged and tried at the next tick: its rows come due again.
 */
export class Tick {
  readonly #logger: Logger;
  #running: Promise<void> | null = null;
  #wokenWhileRunning = false;
  #stopped = false;
  #failuresInARow = 0;
  #failuresUntold = 0;
  #toldAt = -Infinity;
  /** When a run last left nothing due. */
  #endedAt = performance.now();

  /** @param onFailing called when batches have failed ten times in a row, and again once they do after a success */
  constructor(
    private readonly options: TickOptions,
    private readonly onFailing: (failuresInARow: number) => void,
  ) {
    this.#logger = new Logger(options.name);
  }

  /** For how long due work can have waited beyond the interval: since a run last left nothing due. */
  millisecondsLate(): number {
    return Math.max(0, performance.now() - this.#endedAt - this.options.everyMs);
  }

  /** Starts a run unless one is on; then another follows it, since rows may have come due behind it. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#wokenWhileRunning = true;
      return;
    }
    this.#running = this.run().finally(() => {
      this.#running = null;
      if (this.#wokenWhileRunning) {
        this.#wokenWhileRunning = false;
        this.wake();
      }
    });
  }

  /** Lets the batch in hand finish and starts no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  private async run(): Promise<void> {
    try {
      for (let batches = 0; batches < MAX_BATCHES_PER_RUN && !this.#stopped; batches += 1) {
        const result = await inSpan('tick', this.options.name, async () => this.options.runOnce());
        this.#failuresInARow = 0;
        if (typeof result === 'object' && result.more) continue;
        this.#endedAt = performance.now();
        return;
      }
    } catch (error) {
      this.tell(error);
      this.#failuresInARow += 1;
      if (this.#failuresInARow === FAILURES_TO_REPORT) this.onFailing(this.#failuresInARow);
    }
  }

  /** Logs the first failure at once, and later ones by their number once a minute. */
  private tell(error: unknown): void {
    this.#failuresUntold += 1;
    if (performance.now() - this.#toldAt < TELL_EVERY_MS) return;
    this.#logger.error({ event: 'tick_failed', failures: this.#failuresUntold, err: error });
    this.#failuresUntold = 0;
    this.#toldAt = performance.now();
  }
}
