export interface QueuedPayout {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
}

export interface ServedBatch {
  /** Number of payouts that were tried; 0 if nothing can be sent now. */
  readonly tried: number;
  /** For each payout, a promise that resolves when its send has ended. */
  readonly ends: ReadonlyMap<string, Promise<void>>;
}

interface Waiter {
  readonly id: string;
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

// All payouts in a batch must be sent within the send window of their claim.
export const BATCH_SIZE = 10;

// How long a caller waits until the payout is claimed. After that the tick sends it.
const LONGEST_WAIT_MS = 2_000;

// As many payouts as can be sent during the longest wait at a hundred a second, more than any replica has reached.
const MOST_WAITING = 200;

/**
 * Queues payouts whose callers are waiting. While a claim runs, payouts of the same account and currency collect, and
 * are then claimed together: up to ten need only one transaction and one lock on their balance.
 */
export class SubmissionQueue {
  readonly #queues = new Map<string, Waiter[]>();
  #waiting = 0;

  /**
   * @param serve called with payouts of one account and currency; claims as many of the first as it can, and starts to
   * send them
   */
  constructor(private readonly serve: (payouts: readonly QueuedPayout[]) => Promise<ServedBatch>) {}

  /** Queues a payout. Resolves when it was sent or left to the tick; rejects if its claim or send failed. */
  join({ id, accountId, currency }: QueuedPayout): Promise<void> {
    if (this.#waiting >= MOST_WAITING) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter = { id, since: performance.now(), resolve, reject };
      this.#waiting += 1;
      const name = `${accountId} ${currency}`;
      const queue = this.#queues.get(name);
      if (queue) {
        queue.push(waiter);
      } else {
        this.#queues.set(name, [waiter]);
        void this.serveAll(name, { accountId, currency });
      }
    });
  }

  private async serveAll(name: string, key: Omit<QueuedPayout, 'id'>): Promise<void> {
    const waiters = this.#queues.get(name) ?? [];
    while (waiters.length > 0) {
      const batch = waiters.slice(0, BATCH_SIZE);
      try {
        const { tried, ends } = await this.serve(batch.map(({ id }) => ({ id, ...key })));
        for (const { id, resolve, reject } of this.leave(waiters, tried)) {
          (ends.get(id) ?? Promise.resolve()).then(resolve, reject);
        }
        // If nothing could be tried, callers that joined in the meantime are released as well.
        const given = tried === 0 ? waiters.length : countOverdue(waiters);
        for (const { resolve } of this.leave(waiters, given)) resolve();
      } catch (error) {
        for (const { reject } of this.leave(waiters, batch.length)) reject(error);
      }
    }
    this.#queues.delete(name);
  }

  private leave(waiters: Waiter[], count: number): Waiter[] {
    this.#waiting -= Math.min(count, waiters.length);
    return waiters.splice(0, count);
  }
}

/** Counts the waiters that have waited too long. They are in order of arrival. */
function countOverdue(waiters: readonly Waiter[]): number {
  const overdueBefore = performance.now() - LONGEST_WAIT_MS;
  const index = waiters.findIndex(({ since }) => since >= overdueBefore);
  return index === -1 ? waiters.length : index;
}
