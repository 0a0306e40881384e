interface Holder {
  inUse: number;
  /** Oldest first; each is called with whether it has a slot now. */
  readonly waiting: Set<(hasSlot: boolean) => void>;
}

/** So many at once for each of many names. A few more wait for a moment: a page asks for several things together. */
export class Slots {
  /** Those with a slot in use, so never more than there are operations under way. */
  readonly #holders = new Map<string, Holder>();

  constructor(private readonly shape: { readonly atOnce: number; readonly waiting: number; readonly waitMs: number }) {}

  /** Takes a slot, and gives what frees it; null when too many wait, or none came free in time. */
  async take(name: string): Promise<(() => void) | null> {
    const holder = this.#holders.get(name) ?? { inUse: 0, waiting: new Set() };
    this.#holders.set(name, holder);
    if (holder.inUse < this.shape.atOnce) holder.inUse += 1;
    else if (!(await this.hasWaited(holder))) return null;
    return this.freeing(name, holder);
  }

  /** Whether a slot was handed over in time. */
  private hasWaited({ waiting }: Holder): Promise<boolean> {
    if (waiting.size >= this.shape.waiting) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiter = (hasSlot: boolean): void => {
        clearTimeout(timer);
        waiting.delete(waiter);
        resolve(hasSlot);
      };
      const timer = setTimeout(waiter, this.shape.waitMs, false).unref();
      waiting.add(waiter);
    });
  }

  private freeing(name: string, holder: Holder): () => void {
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      const [next] = holder.waiting;
      // The slot goes from hand to hand, or a newcomer could take it first.
      if (next) next(true);
      else if ((holder.inUse -= 1) === 0) this.#holders.delete(name);
    };
  }
}
