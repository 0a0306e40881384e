const HOUR_MS = 3_600_000;

// Keeps the burst that a genuine sender causes after a restore, and leaves room for later webhooks.
const KEPT_WHOLE = 100;
const ONE_IN = 10;

// A count takes about 100 bytes, so all counts together stay within a megabyte.
const MAX_NAMES = 10_000;

/** Samples calls by name: takes the first hundred of each hour, then one in ten. */
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
