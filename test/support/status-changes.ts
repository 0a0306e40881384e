import type { TestDatabase } from './test-database.js';

const FIRST_STATUS = { ORDER: 'CREATED', PAYOUT: 'APPROVED', H2H: 'INITIALIZING' } as const;

export type StatusSubject = keyof typeof FIRST_STATUS;

/** Adds an event that subscriptions deliver: a subject's first status. */
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

export async function countStatusChanges({ query }: Pick<TestDatabase, 'query'>): Promise<number> {
  const [row] = await query<{ count: number }>('SELECT count(*)::int AS count FROM status_changes');
  return row!.count;
}

/** Returns the subjects of an account's events, one per event. Events without a status are included on request. */
export async function changedSubjects(
  { query }: Pick<TestDatabase, 'query'>,
  { subjects, others }: { readonly subjects: readonly StatusSubject[]; readonly others: boolean },
  accountId: string,
): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(
    `SELECT subject_id AS id FROM logged_changes WHERE subject_type = ANY($1) AND (to_status IS NOT NULL OR $3)
       AND subject_id IN (SELECT id FROM payouts WHERE account_id = $2 UNION SELECT id FROM orders WHERE account_id = $2)`,
    [subjects, accountId, others],
  );
  return rows.map(({ id }) => id);
}
