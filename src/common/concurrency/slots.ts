interface Holder {
  inUse: number;
  /** Oldest first. Each is called with whether it gets a slot. */
  readonly waiting: Set<(hasSlot: boolean) => void>;
}

/** Slots per name, and how many callers may wait for how many milliseconds. */
interface SlotsShape {
  readonly atOnce: number;
  /** Unlimited by default: the callers limit themselves. */
  readonly waiting?: number;
  /** Unlimited by default. */
  readonly waitMs?: number;
  /** How long a slot stays taken after it was used for `tookMs`; 0 by default. */
  readonly restMs?: (tookMs: number) => number;
}

/**
 * Limits concurrent work per name. A few more callers may wait briefly, because a page requests several things
 * together. A rest limits a name's share of time, where the number of slots only limits concurrency.
 */
export class Slots {
  readonly #holders = new Map<string, Holder>();

  constructor(private readonly shape: SlotsShape) {}

  /** Takes a slot and returns the function that frees it; null if too many wait, or no slot is free in time. */
  async take(name: string, waitMs = this.shape.waitMs): Promise<(() => void) | null> {
    const holder = this.#holders.get(name) ?? { inUse: 0, waiting: new Set() };
    this.#holders.set(name, holder);
    if (holder.inUse < this.shape.atOnce) holder.inUse += 1;
    else if (!(await this.hasWaited(holder, waitMs))) return null;
    return this.ending(name, holder);
  }

  /** Takes up to `wanted` free slots. Waits for one if none is free; empty if that times out. */
  async takeSome(name: string, wanted: number, waitMs = this.shape.waitMs): Promise<(() => void)[]> {
    const first = await this.take(name, waitMs);
    if (first === null) return [];
    const left = this.shape.atOnce - (this.#holders.get(name)?.inUse ?? 0);
    // None of these waits.
    const others = await Promise.all(Array.from({ length: Math.min(wanted - 1, left) }, () => this.take(name)));
    return [first, ...others.filter((free) => free !== null)];
  }

  /** Whether `take` would fail without waiting. */
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
    // Hands the slot over directly, or a newcomer could take it first.
    if (next) next(true);
    else if ((holder.inUse -= 1) === 0) this.#holders.delete(name);
  }
}
