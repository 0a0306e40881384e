// As many as the pool of reading connections to the provider holds: more would only wait for a socket.
const MAX_READS = 64;

// Claiming one row at a time as reads end would cost a statement each; half of the slots keeps the other half busy.
const MIN_CLAIM = 32;

// Answers that come slowly must not hold up the rest: from then on any room will do.
const LONGEST_WAIT_MS = 50;

// Five full batches of answers: past that the database is behind, and asking for more would only pile them up.
const MAX_OPEN = 1_000;

/**
 * Bounds how many polls are under way: those that wait for the provider, and those whose answers are not written yet.
 */
export class PollSlots {
  #reads = 0;
  #open = 0;
  #waiting: { readonly begin: (room: number) => void; isUrgent: boolean } | null = null;

  /** How many polls may begin now; waits until it is worth a claim. For one who asks at a time. */
  room(): Promise<number> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.isUrgent = true;
        this.serve();
      }, LONGEST_WAIT_MS);
      const begin = (room: number): void => {
        clearTimeout(timer);
        this.#waiting = null;
        resolve(room);
      };
      const waiting = { begin, isUrgent: false };
      this.#waiting = waiting;
      this.serve();
    });
  }

  /** A poll begins, by asking the provider. */
  ask(): void {
    this.#reads += 1;
    this.#open += 1;
  }

  /** The provider has answered, or will not. */
  answered(): void {
    this.#reads -= 1;
    this.serve();
  }

  /** The result of the poll is written. */
  leave(): void {
    this.#open -= 1;
    this.serve();
  }

  private serve(): void {
    if (!this.#waiting) return;
    const room = Math.min(MAX_READS - this.#reads, MAX_OPEN - this.#open);
    if (room >= (this.#waiting.isUrgent ? 1 : MIN_CLAIM)) this.#waiting.begin(room);
  }
}
