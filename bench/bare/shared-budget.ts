import type pg from 'pg';

const BUDGET = /\bprovider_budget\b/;

interface BudgetStatement {
  readonly text: string;
  readonly name?: string;
  readonly values: readonly unknown[];
}

type Waiter = (error?: Error) => void;

/**
 * Leases and returns send permits like Purser: while a statement runs, requests queue, and the next statement with the
 * same text serves all of them. The last parameter is the number of permits. The bench never empties the bucket, so
 * waiting is not implemented.
 */
export class SharedBudget {
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(private readonly pool: pg.Pool) {}

  /** Whether a statement leases or returns permits. */
  isShared(text: string): boolean {
    return BUDGET.test(text);
  }

  run(statement: BudgetStatement): Promise<void> {
    const { text } = statement;
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
      void this.serve(statement);
    });
  }

  private async serve(statement: BudgetStatement): Promise<void> {
    const { text } = statement;
    for (let waiting = this.take(text); waiting.length > 0; waiting = this.take(text)) {
      const error = await this.runFor(waiting.length, statement);
      for (const waiter of waiting) waiter(error);
    }
    this.#waiting.delete(text);
  }

  private take(text: string): Waiter[] {
    return this.#waiting.get(text)?.splice(0) ?? [];
  }

  private async runFor(count: number, statement: BudgetStatement): Promise<Error | undefined> {
    try {
      const { rows } = await this.pool.query<{ granted: number }>({
        ...statement,
        values: [...statement.values.slice(0, -1), count],
      });
      const granted = rows[0]?.granted ?? count;
      return granted === count ? undefined : new Error(`The budget gave ${granted} of ${count}`);
    } catch (error) {
      return error as Error;
    }
  }
}
