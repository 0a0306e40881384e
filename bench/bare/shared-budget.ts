import type pg from 'pg';

const BUDGET = /\bprovider_budget\b/;

interface BudgetStatement {
  readonly text: string;
  /** That of the prepared statement. */
  readonly name?: string;
  readonly values: readonly unknown[];
}

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
