import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

// A restart takes seconds, and a failover half a minute. After ten minutes people have taken over, and unfinished work
// is on their list.
const PATIENCE_MS = 600_000;

// A shutdown may take 25 s in total, and a last try takes at most five seconds to get a connection.
const PATIENCE_AT_SHUTDOWN_MS = 15_000;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface PatientOptions {
  /** Whether retrying cannot help. The error is then thrown immediately. */
  readonly isHopeless?: (error: unknown) => boolean;
  /** Called once, after the first try has failed. */
  readonly onFirstFailure?: (error: unknown) => void;
}

/**
 * Runs work that must be done even if the database is away, such as recording the answer to a call. Retries it with
 * growing pauses for ten minutes, or until the end of a shutdown. The work must be safe to repeat.
 */
@Injectable()
export class PatientWork implements BeforeApplicationShutdown {
  #giveUpAt = Infinity;

  get isEnding(): boolean {
    return this.#giveUpAt !== Infinity;
  }

  /** @throws the last error, if time is up or retrying cannot help */
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
