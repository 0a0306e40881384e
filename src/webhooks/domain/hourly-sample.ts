const HOUR_MS = 3_600_000;

// Keeps a genuine sender's burst after a restore, and leaves room for later ones.
const KEPT_WHOLE = 100;
const ONE_IN = 10;

// A count takes about 100 bytes, so this stays within a megabyte.
const MAX_NAMES = 10_000;

/** Samples each name: the first hundred of an hour, then one in ten. */
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
