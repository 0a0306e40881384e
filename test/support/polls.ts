import type { TestDatabase } from './test-database.js';

type Rows = Pick<TestDatabase, 'query'>;

/** Makes an order due now for its next poll or its deadline. */
export const makeOrderDue = (database: Rows, id: string): Promise<unknown> =>
  database.query('UPDATE orders SET next_check_at = now() WHERE id = $1', [id]);

/** Returns the number of polls of an order or a payout, and the time of the next poll. */
export async function scheduleOf(
  database: Rows,
  polled: 'orders' | 'payouts',
  id: string,
): Promise<{ readonly checks_made: number; readonly next_check_at: Date | null }> {
  const [row] = await database.query<{ checks_made: number; next_check_at: Date | null }>(
    `SELECT checks_made, next_check_at FROM ${polled} WHERE id = $1`,
    [id],
  );
  if (!row) throw new Error(`${id} is not among the ${polled}`);
  return row;
}

/** Returns how often the ids named in an attempt's answer were polled. */
export async function namedPollsMade(database: Rows, attemptId: string): Promise<number | undefined> {
  const [row] = await database.query<{ made: number }>(
    'SELECT named_polls_made AS made FROM payout_attempts WHERE id = $1',
    [attemptId],
  );
  return row?.made;
}
