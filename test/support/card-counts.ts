import type { TestDatabase } from './test-database.js';

type Rows = Pick<TestDatabase, 'query'>;

export interface CardCountRow {
  readonly subject: string;
  readonly cards: number;
  readonly paid: number;
  readonly declined: number;
}

/** Deletes all card counts, as if no card had been sent. */
export async function forgetCards(database: Rows): Promise<void> {
  await database.query('DELETE FROM counted_cards');
  await database.query('DELETE FROM card_counts');
}

/** Returns the counts of subjects with this prefix, ordered by name. */
export const cardCounts = (database: Rows, subject = ''): Promise<CardCountRow[]> =>
  database.query('SELECT subject, cards, paid, declined FROM card_counts WHERE subject LIKE $1 ORDER BY subject', [
    `${subject}%`,
  ]);

/** Returns the orders with a card that may still be declined. */
export async function ordersWithOpenCard(database: Rows): Promise<string[]> {
  const rows = await database.query<{ id: string }>('SELECT order_id AS id FROM counted_cards');
  return rows.map(({ id }) => id);
}

/** Blocks a subject until a time relative to now, possibly in the past. */
export const blockCards = (database: Rows, subject: string, until: string): Promise<unknown> =>
  database.query('INSERT INTO card_counts (subject, blocked_until) VALUES ($1, now() + $2::interval)', [
    subject,
    until,
  ]);

/** Ages all counts by some minutes. */
export async function passCardMinutes(database: Rows, minutes: number): Promise<void> {
  await database.query(
    `UPDATE card_counts SET counted_since = counted_since - make_interval(mins => $1),
       blocked_until = blocked_until - make_interval(mins => $1)`,
    [minutes],
  );
  await database.query('UPDATE counted_cards SET counted_at = counted_at - make_interval(mins => $1)', [minutes]);
}
