interface Bucket {
  tokens: number;
  /** By the caller's clock. */
  at: number;
}

/** Token buckets, one per name, refilled at a steady rate. */
export class TokenBuckets {
  /** Least recently used first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly shape: {
      readonly perSecond: number;
      readonly burst: number;
      /** Above this number, the least recently used bucket is dropped, and so starts full again. */
      readonly maxNames: number;
    },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes tokens and returns 0, or takes none and returns the seconds until they are available. A full bucket lends
   * more than it holds, and stays empty until that is refilled.
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
