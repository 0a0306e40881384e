const WINDOW_MS = 1_000;

/** So many messages a second, counted in windows that start with the first message after the last one ended. */
export class MessageBudget {
  #windowStart = -WINDOW_MS;
  #spent = 0;

  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts one message; false when it is one too many. */
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
