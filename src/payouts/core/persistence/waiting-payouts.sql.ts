import type { DataSource } from 'typeorm';

// In SQL, since the due rows are counted up to a bound, and put off without waiting for those that are locked.

// One with a finding is known to be at the provider, whatever became of its last attempt, and is never sent again.
export const SENDABLE = `submission_state = 'APPROVED' AND approved_hash = content_hash AND finding IS NULL
  AND sealed_recipient IS NOT NULL`;

/**
 * How many payouts of each account are due, of the thousand longest due; none while the gate is shut. Locks nothing.
 */
export async function countDue(
  database: DataSource,
): Promise<{ readonly accountId: string; readonly count: number }[]> {
  return database.query(
    `SELECT account_id AS "accountId", count(*)::int AS count FROM (
       SELECT account_id FROM payouts WHERE next_attempt_at <= now() AND ${SENDABLE} AND (SELECT is_open FROM payout_gate)
       ORDER BY next_attempt_at LIMIT 1000) AS due
     GROUP BY account_id ORDER BY account_id`,
  );
}

/** Puts off a hundred payouts of an account that are due, and says whether there may be more. */
export async function postponeDue(
  database: DataSource,
  accountId: string,
  { problem, seconds }: { readonly problem: string; readonly seconds: number },
): Promise<boolean> {
  const limit = 100;
  const [, count] = await database.query<[unknown, number]>(
    `UPDATE payouts SET problem = $2, blocked_by = NULL, next_attempt_at = now() + make_interval(secs => $3),
       updated_at = now()
     WHERE id IN (SELECT id FROM payouts WHERE next_attempt_at <= now() AND account_id = $1 AND ${SENDABLE}
                  ORDER BY next_attempt_at LIMIT $4 FOR UPDATE SKIP LOCKED)`,
    [accountId, problem, seconds, limit],
  );
  return count === limit;
}
