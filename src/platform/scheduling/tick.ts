import { Logger } from '@nestjs/common';
import { inSpan } from '../observability/tracing/spans.js';

/** One batch of due work. Returns whether more is due, or nothing if a run is one batch. */
export type Duty = (() => Promise<{ readonly more: boolean }>) | (() => Promise<void>);

export interface TickOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly runOnce: Duty;
}

// One failure is a restarting database. Ten in a row, ten seconds for most ticks, pass only if that does.
const FAILURES_TO_REPORT = 10;

// A database outage fails ten runs a second of some ticks, and each would log a stack.
const TELL_EVERY_MS = 60_000;

// Limits one run, so a large backlog never delays a shutdown or other ticks.
const MAX_BATCHES_PER_RUN = 50;

/**
 * Runs one duty over due rows: never concurrently within a process, again at once while there is more, and stops only
 * between batches. A failed batch is logged and retried with the next tick, because its rows become due again.
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

  /** @param onFailing called after ten failures in a row, and again for the next ten after a success */
  constructor(
    private readonly options: TickOptions,
    private readonly onFailing: (failuresInARow: number) => void,
  ) {
    this.#logger = new Logger(options.name);
  }

  /** How long due work can have waited beyond the interval, since a run last left nothing due. */
  millisecondsLate(): number {
    return Math.max(0, performance.now() - this.#endedAt - this.options.everyMs);
  }

  /** Starts a run. During one, schedules another, because rows may have become due behind it. */
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

  /** Logs the first failure at once, and counts later ones once a minute. */
  private tell(error: unknown): void {
    this.#failuresUntold += 1;
    if (performance.now() - this.#toldAt < TELL_EVERY_MS) return;
    this.#logger.error({ event: 'tick_failed', failures: this.#failuresUntold, err: error });
    this.#failuresUntold = 0;
    this.#toldAt = performance.now();
  }
}
