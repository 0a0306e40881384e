interface Slots {
  taken: number;
  readonly waiting: (() => void)[];
}

/** Lets so many acts of one name run at once, and the others wait in order. Who calls bounds how many wait. */
export class NetworkSlots {
  readonly #slots = new Map<string, Slots>();

  constructor(private readonly size: number) {}

  async run<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
    const slots = this.#slots.get(name) ?? { taken: 0, waiting: [] };
    this.#slots.set(name, slots);
    if (slots.taken < this.size) slots.taken += 1;
    else await new Promise<void>((resolve) => slots.waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = slots.waiting.shift();
      // The slot is handed on, so that nobody who comes now takes it.
      if (next) next();
      else slots.taken -= 1;
      if (slots.taken === 0) this.#slots.delete(name);
    }
  }
}
