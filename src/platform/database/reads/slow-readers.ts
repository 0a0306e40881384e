import { Slots } from '../../../common/concurrency/slots.js';

// A page takes milliseconds and a count of 10,000 rows some tens of them.
const SLOW_MS = 100;

// Longer than the longest rest, so that whoever asks only for what is slow stays slow; who did so once has their pages
// back soon.
const SLOW_FOR_MS = 10_000;

// A reader at its worst then keeps a core of the database busy for a quarter of the time.
const REST_FOR_EACH_MS = 3;

// For read time-outs that are set higher: nobody's next page waits for longer.
const LONGEST_REST_MS = 5_000;

// A statement of each subscription that a process carries may wait; several times what the queries of a key ask for
// together. Their own bounds come first: who waits here in vain only asks again, and each time costs more than waiting.
const WAITING = { waiting: 10_000, waitMs: 30_000 } as const;

/**
 * Lets a reader whose statements are slow have one at a time, with a rest behind each. One key then takes little of the
 * database, whatever it asks, and leaves a connection to other readers. Counted by each replica for itself, as its
 * connections are.
 */
export class SlowReaders {
  /** Here instead of at the connections, so that a reader who turned slow meanwhile is seen. */
  readonly #queue: Slots;
  readonly #alone = new Slots({ atOnce: 1, ...WAITING, restMs: restAfter });
  /**
   * Until when a reader is slow, by `performance.now()`: as many as have had a slow statement in that time, a few
   * hundred.
   */
  readonly #slowUntil = new Map<string, number>();

  /** @param connections how many statements all readers together may have at once */
  constructor(connections: number) {
    this.#queue = new Slots({ atOnce: connections, ...WAITING });
  }

  /** Waits until a reader may have a statement, and gives what ends it; null when it would wait for too long. */
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
