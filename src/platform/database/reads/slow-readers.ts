import { Slots } from '../../../common/concurrency/slots.js';

// A page takes milliseconds, a count of 10,000 rows tens of them.
const SLOW_MS = 100;

// Longer than the longest rest, so a reader who only sends slow statements stays slow, and one who sent a single one
// soon recovers.
const SLOW_FOR_MS = 10_000;

// With this rest a reader keeps one database core busy for at most a quarter of the time.
const REST_FOR_EACH_MS = 3;

// For higher read time-outs: no page waits longer than this.
const LONGEST_REST_MS = 5_000;

// Room for a statement of each subscription of a process, several times what a key's queries send together. Their own
// limits apply first: a caller who times out here would only ask again, which costs more than waiting.
const WAITING = { waiting: 10_000, waitMs: 30_000 } as const;

/**
 * Gives readers with slow statements one statement at a time, with a rest after each. One key then uses little of the
 * database, whatever it asks, and leaves a connection to others. Each replica counts for itself, as for its
 * connections.
 */
export class SlowReaders {
  /** Queued here rather than at the connections, so that readers who became slow meanwhile are seen. */
  readonly #queue: Slots;
  readonly #alone = new Slots({ atOnce: 1, ...WAITING, restMs: restAfter });
  /** Until when each reader is slow, by `performance.now()`: only a few hundred at a time. */
  readonly #slowUntil = new Map<string, number>();

  /** @param connections maximum number of concurrent statements of all readers */
  constructor(connections: number) {
    this.#queue = new Slots({ atOnce: connections, ...WAITING });
  }

  /** Waits for a reader's turn, and returns the function that ends it; null if the wait would be too long. */
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
