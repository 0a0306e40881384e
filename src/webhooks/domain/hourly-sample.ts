const HOUR_MS = 3_600_000;

// A burst of a real sender after a restore is kept whole; who goes on all hour leaves places for a later one.
const KEPT_WHOLE = 100;
const ONE_IN = 10;

// A count takes some 100 bytes, so the whole stays within a megabyte, whoever knocks.
const MAX_NAMES = 10_000;

/** Takes the first hundred of each name in an hour, and of the rest one in ten. */
export class HourlySample {
  #hour = 0;
  readonly #counts = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  takes(name: string): boolean {
    const hour = Math.floor(this.now() / HOUR_MS);
    if (hour !== this.#hour || this.#counts.size >= MAX_NAMES) this.#counts.clear();
    this.#hour = hour;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count <= KEPT_WHOLE || count % ONE_IN === 0;
  }
}
