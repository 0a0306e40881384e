interface Waiter {
  readonly wanted: number;
  readonly answer: (granted: number) => void;
}

/** A number of free spaces for concurrent work, and those who wait for one, oldest first. */
export class Slots {
  readonly #waiters = new Set<Waiter>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes as many as are free, up to `wanted`; 0 when none comes free within `waitMs`. */
  take(wanted: number, waitMs: number): Promise<number> {
    if (this.#free > 0 && this.#waiters.size === 0) return Promise.resolve(this.grant(wanted));
    return new Promise((resolve) => {
      const waiter: Waiter = {
        wanted,
        answer: (granted) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(granted);
        },
      };
      const timer = setTimeout(waiter.answer, waitMs, 0);
      this.#waiters.add(waiter);
    });
  }

  giveBack(count: number): void {
    this.#free += count;
    for (const waiter of this.#waiters) {
      if (this.#free === 0) return;
      waiter.answer(this.grant(waiter.wanted));
    }
  }

  private grant(wanted: number): number {
    const granted = Math.min(wanted, this.#free);
    this.#free -= granted;
    return granted;
  }
}
