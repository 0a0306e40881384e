import type pg from 'pg';

const BUDGET = /\bprovider_budget\b/;

type Waiter = (error?: Error) => void;

/**
 * The right to send, leased and ended as Purser does it: one statement of a text at a time, for all who came meanwhile.
 * The last value of each counts for how many it is. The bench never empties the bucket, so what to do then is left out.
 */
export class SharedBudget {
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(private readonly pool: pg.Pool) {}

  /** Whether a statement takes from the budget or gives back to it. */
  isShared(text: string): boolean {
    return BUDGET.test(text);
  }

  run(text: string, values: readonly unknown[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = (error) => {
        if (error) reject(error);
        else resolve();
      };
      const waiting = this.#waiting.get(text);
      if (waiting) {
        waiting.push(waiter);
        return;
      }
      this.#waiting.set(text, [waiter]);
      void this.serve(text, values.slice(0, -1));
    });
  }

  private async serve(text: string, values: readonly unknown[]): Promise<void> {
    for (let waiting = this.take(text); waiting.length > 0; waiting = this.take(text)) {
      const error = await this.runFor(waiting.length, text, values);
      for (const waiter of waiting) waiter(error);
    }
    this.#waiting.delete(text);
  }

  private take(text: string): Waiter[] {
    return this.#waiting.get(text)?.splice(0) ?? [];
  }

  private async runFor(count: number, text: string, values: readonly unknown[]): Promise<Error | undefined> {
    try {
      const { rows } = await this.pool.query<{ granted: number }>(text, [...values, count]);
      const granted = rows[0]?.granted ?? count;
      return granted === count ? undefined : new Error(`The budget gave ${granted} of ${count}`);
    } catch (error) {
      return error as Error;
    }
  }
}
