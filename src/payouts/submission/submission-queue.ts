/** A payout that was just approved, and the balance that it uses. */
export interface QueuedPayout {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
}

/** The result of the payouts at the front of a queue. */
export interface ServedBatch {
  /** How many of them were tried; 0 when nothing can be sent now. */
  readonly tried: number;
  /** The ends of those that are being sent. */
  readonly ends: ReadonlyMap<string, Promise<void>>;
}

interface Waiter {
  readonly id: string;
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

// All of a batch must be on its way within the send window of its claim.
export const BATCH_SIZE = 10;

// Longer than that a caller does not wait to be claimed: the tick sends it later.
const LONGEST_WAIT_MS = 2_000;

// As many as could be sent while the last of them waits, at the hundred a second that a replica has not reached yet.
const MOST_WAITING = 200;

/**
 * Payouts whose callers wait. Those of one account and currency that come while others are being claimed are claimed
 * together: one transaction, and one lock on their balance, serves up to ten.
 */
export class SubmissionQueue {
  readonly #books = new Map<string, Waiter[]>();
  #waiting = 0;

  /** @param serve claims the first of these, which are all of one account and currency, and begins to send them */
  constructor(private readonly serve: (payouts: readonly QueuedPayout[]) => Promise<ServedBatch>) {}

  /** Resolves when the payout was sent, or is left to the tick; rejects with what its claim or its send failed for. */
  join({ id, accountId, currency }: QueuedPayout): Promise<void> {
    if (this.#waiting >= MOST_WAITING) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter = { id, since: performance.now(), resolve, reject };
      this.#waiting += 1;
      const name = `${accountId} ${currency}`;
      const book = this.#books.get(name);
      if (book) {
        book.push(waiter);
      } else {
        this.#books.set(name, [waiter]);
        void this.serveAll(name, { accountId, currency });
      }
    });
  }

  private async serveAll(name: string, book: Omit<QueuedPayout, 'id'>): Promise<void> {
    const waiters = this.#books.get(name) ?? [];
    while (waiters.length > 0) {
      const batch = waiters.slice(0, BATCH_SIZE);
      try {
        const { tried, ends } = await this.serve(batch.map(({ id }) => ({ id, ...book })));
        for (const { id, resolve, reject } of this.leave(waiters, tried)) {
          (ends.get(id) ?? Promise.resolve()).then(resolve, reject);
        }
        // Anybody who came meanwhile would find the same.
        const given = tried === 0 ? waiters.length : countOverdue(waiters);
        for (const { resolve } of this.leave(waiters, given)) resolve();
      } catch (error) {
        for (const { reject } of this.leave(waiters, batch.length)) reject(error);
      }
    }
    this.#books.delete(name);
  }

  private leave(waiters: Waiter[], count: number): Waiter[] {
    this.#waiting -= Math.min(count, waiters.length);
    return waiters.splice(0, count);
  }
}

/** They are in the order in which they came. */
function countOverdue(waiters: readonly Waiter[]): number {
  const overdueBefore = performance.now() - LONGEST_WAIT_MS;
  const index = waiters.findIndex(({ since }) => since >= overdueBefore);
  return index === -1 ? waiters.length : index;
}
