// As many as the provider adapter has connections for reading: more polls would only wait for a socket.
const MAX_READS = 64;

// Claiming sessions one at a time would cost a statement each. Claiming for half of the slots keeps the other half
// busy.
const MIN_CLAIM = 32;

// Slow answers must not hold up the other sessions: after this wait a single free slot is enough.
const LONGEST_WAIT_MS = 50;

// Five full batches of answers. With more, the database lags, and more polls would only pile up.
const MAX_OPEN = 1_000;

/** Limits the polls in progress: those waiting for the provider, and those whose answers are not written yet. */
export class PollSlots {
  #reads = 0;
  #open = 0;
  #waiting: { readonly begin: (room: number) => void; isUrgent: boolean } | null = null;

  /**
   * Returns the number of polls that may start now. Waits until there are enough to be worth a claim. Must not be
   * called again before it resolves.
   */
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

  ask(): void {
    this.#reads += 1;
    this.#open += 1;
  }

  answered(): void {
    this.#reads -= 1;
    this.serve();
  }

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
