import { Slots } from '../../../common/concurrency/slots.js';

// A page takes milliseconds, and a count of 10,000 rows tens of milliseconds.
const SLOW_MS = 100;

// Longer than the longest pause, so a reader who sends nothing but slow statements stays slow, while one who sent a
// single slow statement soon recovers.
const SLOW_FOR_MS = 10_000;

// With a pause of three times the excess, a reader keeps one database core busy for at most a quarter of the time.
const REST_FOR_EACH_MS = 3;

// Matters if the read timeout is raised: no page waits longer than this.
const LONGEST_REST_MS = 5_000;

// Room for one statement per subscription of a process, which is several times what the queries of a key send together.
// Other limits apply first: a caller who times out here would only retry, which costs more than waiting.
const WAITING = { waiting: 10_000, waitMs: 30_000 } as const;

/**
 * Lets a reader with slow statements run only one at a time, with a pause after each. This way a single key uses little
 * of the database, whatever it requests, and leaves connections to others. Each replica counts separately, as it has
 * separate connections.
 */
export class SlowReaders {
  /**
   * Statements queue here rather than for a connection, so that a reader who became slow while they were waiting is
   * noticed.
   */
  readonly #queue: Slots;
  readonly #alone = new Slots({ atOnce: 1, ...WAITING, restMs: restAfter });
  /** Until when each reader counts as slow, by `performance.now()`. Has only a few hundred entries at a time. */
  readonly #slowUntil = new Map<string, number>();

  /** @param connections maximum number of concurrent statements of all readers together */
  constructor(connections: number) {
    this.#queue = new Slots({ atOnce: connections, ...WAITING });
  }

  /**
   * Waits until the reader may run a statement. Returns the function to call when it has ended, or null if the wait was
   * too long.
   */
  async begin(readerId: string): Promise<((tookMs: number) => void) | null> {
    const endSlot = await this.#queue.take(readerId);
    if (endSlot === null) return null;
    const endAlone = this.isSlow(readerId) ? await this.#alone.take(readerId) : () => undefined;
    if (endAlone === null) {
      endSlot();
      return null;
    }
    return (tookMs) => {
      if (tookMs > SLOW_MS) this.note(readerId);
      endAlone();
      endSlot();
    };
  }

  private isSlow(readerId: string): boolean {
    return (this.#slowUntil.get(readerId) ?? 0) > performance.now();
  }

  private note(readerId: string): void {
    const now = performance.now();
    for (const [id, until] of this.#slowUntil) if (until <= now) this.#slowUntil.delete(id);
    this.#slowUntil.set(readerId, now + SLOW_FOR_MS);
  }
}

function restAfter(tookMs: number): number {
  return Math.min(LONGEST_REST_MS, Math.max(0, tookMs - SLOW_MS) * REST_FOR_EACH_MS);
}
