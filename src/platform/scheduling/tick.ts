import { Logger } from '@nestjs/common';
import { inSpan } from '../observability/tracing/spans.js';

/** Processes one batch of due work. Returns whether more is due, or nothing if a run is always a single batch. */
export type Duty = (() => Promise<{ readonly more: boolean }>) | (() => Promise<void>);

export interface TickOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly runOnce: Duty;
}

// A single failure may be a restart of the database. Ten in a row, which take ten seconds for most ticks, need
// attention.
const FAILURES_TO_REPORT = 10;

// If the database is away, some ticks fail ten times a second, and each failure would log a stack.
const TELL_EVERY_MS = 60_000;

// Limits one run, so that a large backlog delays neither a shutdown nor other ticks.
const MAX_BATCHES_PER_RUN = 50;

/**
 * Runs one duty for rows that are due: never concurrently within a process, immediately again while more are due, and
 * stopping only between batches. A failed batch is logged and retried at the next tick, because its rows become due
 * again.
 */
export class Tick {
  readonly #logger: Logger;
  #running: Promise<void> | null = null;
  #wokenWhileRunning = false;
  #stopped = false;
  #failuresInARow = 0;
  #failuresUntold = 0;
  #toldAt = -Infinity;
  /** When a run last finished with nothing left due. */
  #endedAt = performance.now();

  /** @param onFailing called after ten failures in a row, and called again only if there was a success in between */
  constructor(
    private readonly options: TickOptions,
    private readonly onFailing: (failuresInARow: number) => void,
  ) {
    this.#logger = new Logger(options.name);
  }

  /** Returns how long due work may have waited beyond the interval, counted from when a run last left nothing due. */
  millisecondsLate(): number {
    return Math.max(0, performance.now() - this.#endedAt - this.options.everyMs);
  }

  /**
   * Starts a run. During a run it schedules another one, because rows may have become due that this run has already
   * passed.
   */
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

  /** Logs the first failure immediately, and the number of further failures once a minute. */
  private tell(error: unknown): void {
    this.#failuresUntold += 1;
    if (performance.now() - this.#toldAt < TELL_EVERY_MS) return;
    this.#logger.error({ event: 'tick_failed', failures: this.#failuresUntold, err: error });
    this.#failuresUntold = 0;
    this.#toldAt = performance.now();
  }
}
