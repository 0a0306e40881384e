import { Slots } from '../../common/slots.js';

// A page takes milliseconds and a count of 10,000 rows some tens of them.
const SLOW_MS = 100;

// Who asks only for what is slow asks again within it; who did so once has their pages back soon.
const SLOW_FOR_MS = 10_000;

// Several times what the queries of a key ask for together, ten lists each, and what its replays show. Their own bounds
// come first: who waits here in vain only asks again, and each time costs more than waiting.
const ALONE = { atOnce: 1, waiting: 500, waitMs: 30_000 } as const;

/**
 * Lets a reader whose statements are slow have one at a time. One key then keeps one core of the database busy at most,
 * whatever it asks, and leaves a connection to other readers. Counted by each replica for itself, as its connections are.
 */
export class SlowReaders {
  readonly #slots = new Slots(ALONE);
  /** Until when a reader is slow, by `performance.now()`: as many as have had a slow statement in that time, a few hundred. */
  readonly #slowUntil = new Map<string, number>();

  /** Waits until a reader may have a statement, and gives what ends it; null when it would wait for too long. */
  async begin(readerId: string): Promise<((tookMs: number) => void) | null> {
    const free = this.isSlow(readerId) ? await this.#slots.take(readerId) : () => undefined;
    if (free === null) return null;
    return (tookMs) => {
      free();
      if (tookMs > SLOW_MS) this.note(readerId);
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
