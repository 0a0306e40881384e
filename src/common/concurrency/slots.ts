interface Holder {
  inUse: number;
  /**
   * Callers waiting for a slot, the oldest first. Each is called with true when it gets one, and with false when its
   * time is up.
   */
  readonly waiting: Set<(hasSlot: boolean) => void>;
}

/** `atOnce`: slots per name. The rest limits how many callers may wait, and for how long. */
interface SlotsShape {
  readonly atOnce: number;
  /** Maximum number of waiting callers. Unlimited by default, for callers that limit themselves. */
  readonly waiting?: number;
  /** Maximum wait in milliseconds. Unlimited by default. */
  readonly waitMs?: number;
  /** How many milliseconds a slot stays taken after a use of `tookMs`; 0 by default. */
  readonly restMs?: (tookMs: number) => number;
}

/**
 * Limits concurrent work per name. A few callers may wait briefly, because a page requests several things together. The
 * number of slots limits only concurrency; `restMs` limits the share of time that a name may use.
 */
export class Slots {
  readonly #holders = new Map<string, Holder>();

  constructor(private readonly shape: SlotsShape) {}

  /**
   * Takes a slot and returns the function that frees it; null if too many callers wait, or if no slot becomes free in
   * time.
   */
  async take(name: string, waitMs = this.shape.waitMs): Promise<(() => void) | null> {
    const holder = this.#holders.get(name) ?? { inUse: 0, waiting: new Set() };
    this.#holders.set(name, holder);
    if (holder.inUse < this.shape.atOnce) holder.inUse += 1;
    else if (!(await this.hasWaited(holder, waitMs))) return null;
    return this.ending(name, holder);
  }

  /** Takes up to `wanted` free slots. If none is free, waits for one; returns an empty list if that times out. */
  async takeSome(name: string, wanted: number, waitMs = this.shape.waitMs): Promise<(() => void)[]> {
    const first = await this.take(name, waitMs);
    if (first === null) return [];
    const left = this.shape.atOnce - (this.#holders.get(name)?.inUse ?? 0);
    // These are free, so `take` does not wait.
    const others = await Promise.all(Array.from({ length: Math.min(wanted - 1, left) }, () => this.take(name)));
    return [first, ...others.filter((free) => free !== null)];
  }

  /** Whether `take` would return null immediately, because too many callers wait. */
  isFull(name: string): boolean {
    const holder = this.#holders.get(name);
    return holder !== undefined && holder.waiting.size >= (this.shape.waiting ?? Infinity);
  }

  private hasWaited({ waiting }: Holder, waitMs: number | undefined): Promise<boolean> {
    if (waiting.size >= (this.shape.waiting ?? Infinity)) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiter = (hasSlot: boolean): void => {
        clearTimeout(timer);
        waiting.delete(waiter);
        resolve(hasSlot);
      };
      const timer = waitMs === undefined ? undefined : setTimeout(waiter, waitMs, false).unref();
      waiting.add(waiter);
    });
  }

  private ending(name: string, holder: Holder): () => void {
    const startedAt = performance.now();
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      const restMs = this.shape.restMs?.(performance.now() - startedAt) ?? 0;
      if (restMs > 0)
        setTimeout(() => {
          this.free(name, holder);
        }, restMs).unref();
      else this.free(name, holder);
    };
  }

  private free(name: string, holder: Holder): void {
    const [next] = holder.waiting;
    // Passes the slot on directly, or a new caller could take it first.
    if (next) next(true);
    else if ((holder.inUse -= 1) === 0) this.#holders.delete(name);
  }
}
