interface Kept<Result> {
  readonly result: Promise<Result>;
  /** On the clock of `performance.now`; null while it is under way. */
  endedAt: number | null;
}

/** Has everybody who asks for the same within a while share one answer, and one piece of work. */
export class SharedReads<Result> {
  /** Oldest first. */
  readonly #kept = new Map<string, Kept<Result>>();

  /** @param shape `forMs`: how long an answer is shared after it came; `max`: how many are remembered at most */
  constructor(
    private readonly shape: { readonly forMs: number; readonly max: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * The answer under way or of a moment ago, or else that of `read`. A failure is shared while it is under way only.
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
