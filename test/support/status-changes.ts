import type { TestDatabase } from './test-database.js';

const FIRST_STATUS = { ORDER: 'CREATED', PAYOUT: 'APPROVED', H2H: 'INITIALIZING' } as const;

export type StatusSubject = keyof typeof FIRST_STATUS;

/** Adds an event to those that subscriptions tell: a subject reaches its first status. */
export const insertStatusChange = (
  { query }: Pick<TestDatabase, 'query'>,
  subject: StatusSubject,
  id: string,
): Promise<unknown> =>
  query(`INSERT INTO status_changes (subject_type, subject_id, to_status, cause) VALUES ($1, $2, $3, 'API')`, [
    subject,
    id,
    FIRST_STATUS[subject],
  ]);

/** How many events there are. */
export async function countStatusChanges({ query }: Pick<TestDatabase, 'query'>): Promise<number> {
  const [row] = await query<{ count: number }>('SELECT count(*)::int AS count FROM status_changes');
  return row!.count;
}

/** The subjects of an account with an event, once for each event. */
export async function changedSubjects(
  { query }: Pick<TestDatabase, 'query'>,
  subject: StatusSubject,
  accountId: string,
): Promise<readonly string[]> {
  const table = subject === 'PAYOUT' ? 'payouts' : 'orders';
  const rows = await query<{ id: string }>(
    `SELECT subject_id AS id FROM status_changes WHERE subject_type = $1
       AND subject_id IN (SELECT id FROM ${table} WHERE account_id = $2)`,
    [subject, accountId],
  );
  return rows.map(({ id }) => id);
}
