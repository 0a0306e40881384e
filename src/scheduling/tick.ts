import { Logger } from '@nestjs/common';

export interface TickOptions {
  readonly name: string;
  /** Does one batch and tells whether more was due than it took. */
  readonly runOnce: () => Promise<{ readonly more: boolean }>;
}

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

  constructor(private readonly options: TickOptions) {
    this.#logger = new Logger(options.name);
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
        const { more } = await this.options.runOnce();
        if (!more) return;
      }
    } catch (error) {
      this.#logger.error({ event: 'tick_failed', err: error });
    }
  }
}
