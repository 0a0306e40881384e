const WINDOW_MS = 1_000;

/** Limits messages per second, in windows that start with the first message after the last window. */
export class MessageBudget {
  #windowStart = -WINDOW_MS;
  #spent = 0;

  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts a message; false if it exceeds the limit. */
  spend(): boolean {
    const now = this.now();
    if (now - this.#windowStart >= WINDOW_MS) {
      this.#windowStart = now;
      this.#spent = 0;
    }
    this.#spent += 1;
    return this.#spent <= this.perSecond;
  }
}
