interface Bucket {
  tokens: number;
  /** On the clock that is given. */
  at: number;
}

/** So many at once, refilled at a steady rate, for each of many names apart. */
export class TokenBuckets {
  /** Least lately used first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly shape: {
      readonly perSecond: number;
      readonly burst: number;
      /** Beyond this many names the one unused for longest is forgotten, which fills its bucket. */
      readonly maxNames: number;
    },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes so many, and gives 0; or takes none, and gives the seconds until they can be had. More than a bucket holds are
   * lent when it is full: nothing more comes out of it until they are paid back.
   */
  take(name: string, count = 1): number {
    const bucket = this.refilled(name);
    const missing = Math.min(count, this.shape.burst) - bucket.tokens;
    if (missing > 0) return missing / this.shape.perSecond;
    bucket.tokens -= count;
    return 0;
  }

  /** Puts one back that was taken. */
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
