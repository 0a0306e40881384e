/**
 * Repeatable randomness: the same seed gives the same numbers. The seed fixes the decisions, such as who requests what
 * and which faults come when, but not the speed of processes. So two runs with one seed meet the same faults at
 * slightly different moments.
 */
export class SeededRandom {
  #state: number;

  constructor(private readonly seed: string) {
    this.#state = hashOf(seed);
  }

  /** Returns a separate generator for one purpose, so that more draws there do not change the draws here. */
  fork(purpose: string): SeededRandom {
    return new SeededRandom(`${this.seed}/${purpose}`);
  }

  /**
   * Returns a number from 0 up to 1. Uses Mulberry32: 32 bits of state are enough for a few thousand draws that need
   * not be secret.
   */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number, both ends included. */
  integer({ from, to }: { readonly from: number; readonly to: number }): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer({ from: 0, to: items.length - 1 })];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  /** Returns the items in a random order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.flatMap(() => left.splice(this.integer({ from: 0, to: left.length - 1 }), 1));
  }
}

/** FNV-1a: spreads seeds that differ in one letter over the whole range. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
