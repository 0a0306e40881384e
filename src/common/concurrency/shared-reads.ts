interface Kept<Result> {
  readonly result: Promise<Result>;
  /** When the read ended, by `performance.now`; null while it runs. */
  endedAt: number | null;
}

/** Shares one read and its answer among all callers that use the same name within a period. */
export class SharedReads<Result> {
  /** Reads by name, the oldest first. */
  readonly #kept = new Map<string, Kept<Result>>();

  /** @param shape `forMs`: how long an answer is shared after it arrived; `max`: how many answers are kept */
  constructor(
    private readonly shape: { readonly forMs: number; readonly max: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Returns the running or recent answer for this name, or calls `read`. A failure is shared only with callers already
   * waiting.
   */
  get(name: string, read: () => Promise<Result>): Promise<Result> {
    const known = this.#kept.get(name);
    if (known && (known.endedAt === null || this.now() - known.endedAt < this.shape.forMs)) return known.result;
    const kept: Kept<Result> = { result: read(), endedAt: null };
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    kept.result.then(
      () => (kept.endedAt = this.now()),
      () => {
        if (this.#kept.get(name) === kept) this.#kept.delete(name);
      },
    );
    if (this.#kept.size > this.shape.max) this.forgetOldest();
    return kept.result;
  }

  private forgetOldest(): void {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}
