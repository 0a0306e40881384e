const WINDOW_MS = 1_000;

/** Limits messages per second. A window of one second starts with the first message after the previous window. */
export class MessageBudget {
  #windowStart = -WINDOW_MS;
  #spent = 0;

  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts a message. Returns false if it exceeds the limit. */
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
