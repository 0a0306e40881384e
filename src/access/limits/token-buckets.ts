interface Bucket {
  tokens: number;
  /** Time in milliseconds, by the caller's clock. */
  at: number;
}

/** Token buckets, one for each name, refilled at a steady rate. */
export class TokenBuckets {
  /** In order of use, the least recently used first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly shape: {
      readonly perSecond: number;
      readonly burst: number;
      /** Beyond this number the least recently used bucket is dropped, and is full again the next time it is used. */
      readonly maxNames: number;
    },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes tokens and returns 0, or takes none and returns the seconds until they are available. A full bucket may give
   * more than it holds; it then gives none until the debt is refilled.
   */
  take(name: string, count = 1): number {
    const bucket = this.refilled(name);
    const missing = Math.min(count, this.shape.burst) - bucket.tokens;
    if (missing > 0) return missing / this.shape.perSecond;
    bucket.tokens -= count;
    return 0;
  }

  giveBack(name: string): void {
    const bucket = this.refilled(name);
    bucket.tokens = Math.min(this.shape.burst, bucket.tokens + 1);
  }

  private refilled(name: string): Bucket {
    const { perSecond, burst, maxNames } = this.shape;
    const now = this.now();
    const bucket = this.#buckets.get(name) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * perSecond);
    bucket.at = now;
    this.#buckets.delete(name);
    if (this.#buckets.size >= maxNames) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    this.#buckets.set(name, bucket);
    return bucket;
  }
}
