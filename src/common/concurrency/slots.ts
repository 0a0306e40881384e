interface Holder {
  inUse: number;
  /** Oldest first; each is called with whether it has a slot now. */
  readonly waiting: Set<(hasSlot: boolean) => void>;
}

/** How many slots a name has, how many wait for one and how long, in milliseconds. */
interface SlotsShape {
  readonly atOnce: number;
  /** As many as there are by default: who calls bounds them. */
  readonly waiting?: number;
  /** For ever by default. */
  readonly waitMs?: number;
  /** For how long a slot stays taken that was used for `tookMs`; not at all by default. */
  readonly restMs?: (tookMs: number) => number;
}

/**
 * So many at once for each of many names. A few more wait for a moment: a page asks for several things together. A slot
 * that rests bounds the time that a name takes, where a count bounds only how much of it is at once.
 */
export class Slots {
  /** Those with a slot in use, so never more than there are operations under way. */
  readonly #holders = new Map<string, Holder>();

  constructor(private readonly shape: SlotsShape) {}

  /** Takes a slot, and gives what frees it; null when too many wait, or none came free in time. */
  async take(name: string, waitMs = this.shape.waitMs): Promise<(() => void) | null> {
    const holder = this.#holders.get(name) ?? { inUse: 0, waiting: new Set() };
    this.#holders.set(name, holder);
    if (holder.inUse < this.shape.atOnce) holder.inUse += 1;
    else if (!(await this.hasWaited(holder, waitMs))) return null;
    return this.ending(name, holder);
  }

  /** Takes as many as are free, up to `wanted` and at least one unless none comes free in time. */
  async takeSome(name: string, wanted: number, waitMs = this.shape.waitMs): Promise<(() => void)[]> {
    const first = await this.take(name, waitMs);
    if (first === null) return [];
    const left = this.shape.atOnce - (this.#holders.get(name)?.inUse ?? 0);
    // None of these waits.
    const others = await Promise.all(Array.from({ length: Math.min(wanted - 1, left) }, () => this.take(name)));
    return [first, ...others.filter((free) => free !== null)];
  }

  /** Whether whoever asks now would neither get a slot nor wait for one. */
  isFull(name: string): boolean {
    const holder = this.#holders.get(name);
    return holder !== undefined && holder.waiting.size >= (this.shape.waiting ?? Infinity);
  }

  /** Whether a slot was handed over in time. */
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
    // The slot goes from hand to hand, or a newcomer could take it first.
    if (next) next(true);
    else if ((holder.inUse -= 1) === 0) this.#holders.delete(name);
  }
}
