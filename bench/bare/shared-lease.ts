import type pg from 'pg';

const LEASE = /\bprovider_budget\b/;

type Waiter = (error?: Error) => void;

/**
 * The right to send, leased as Purser leases it: one statement at a time, for all who came meanwhile. The bench never
 * empties the bucket, so what to do then is left out.
 */
export class SharedLease {
  #waiters: Waiter[] = [];
  #isServing = false;

  constructor(private readonly pool: pg.Pool) {}

  /** Whether a statement takes from the budget. */
  isLease(text: string): boolean {
    return LEASE.test(text);
  }

  /** @param values of the statement; the last of them is how many are wanted */
  take(text: string, values: readonly unknown[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.push((error) => {
        if (error) reject(error);
        else resolve();
      });
      if (!this.#isServing) void this.serve(text, values.slice(0, -1));
    });
  }

  private async serve(text: string, bucket: readonly unknown[]): Promise<void> {
    this.#isServing = true;
    while (this.#waiters.length > 0) {
      const wanted = this.#waiters.length;
      try {
        const { rows } = await this.pool.query<{ granted: number }>(text, [...bucket, wanted]);
        for (const waiter of this.#waiters.splice(0, rows[0]?.granted ?? 0)) waiter();
      } catch (error) {
        for (const waiter of this.#waiters.splice(0)) waiter(error as Error);
      }
    }
    this.#isServing = false;
  }
}
