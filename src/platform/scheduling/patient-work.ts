import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

// A restart takes seconds and a failover half a minute; after ten minutes people are at work, and what is still open is
// on their list.
const PATIENCE_MS = 600_000;

// A shutdown has 25 s in all, and a last try takes five at most before it gets a connection.
const PATIENCE_AT_SHUTDOWN_MS = 15_000;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface PatientOptions {
  /** Whether trying again cannot help; the error is thrown at once then. */
  readonly isHopeless?: (error: unknown) => boolean;
  /** Called once, when the first try has failed. */
  readonly onFirstFailure?: (error: unknown) => void;
}

/**
 * Work that must be done though the database is away, such as recording what a call brought: tried again with growing
 * pauses, for ten minutes, or until a shutdown ends. It must be safe to repeat.
 */
@Injectable()
export class PatientWork implements BeforeApplicationShutdown {
  #giveUpAt = Infinity;

  /** Whether a shutdown has begun. */
  get isEnding(): boolean {
    return this.#giveUpAt !== Infinity;
  }

  /** @throws the last error, when time is up or another try cannot help */
  async run<Result>(work: () => Promise<Result>, options: PatientOptions = {}): Promise<Result> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries === 0) options.onFirstFailure?.(error);
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
        const isOver = performance.now() + pauseMs > Math.min(giveUpAt, this.#giveUpAt);
        if (isOver || options.isHopeless?.(error) === true) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  beforeApplicationShutdown(): void {
    this.#giveUpAt = performance.now() + PATIENCE_AT_SHUTDOWN_MS;
  }
}
