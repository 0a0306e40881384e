import { type TestDatabase, writePastTriggers } from './test-database.js';

/**
 * Leaves an unconfirmed payout in the state of a process that was killed while sending, with a day until the deadline.
 */
export async function leaveSending(database: TestDatabase, payoutId: string): Promise<void> {
  await writePastTriggers(
    database,
    `UPDATE payout_attempts SET state = 'CLAIMED', reason = NULL, outcome_at = NULL, deadline_at = now() + interval '1 day'
     WHERE payout_id = $1`,
    [payoutId],
  );
  await writePastTriggers(
    database,
    `UPDATE payouts SET submission_state = 'SUBMITTING', problem = NULL WHERE id = $1`,
    [payoutId],
  );
}

/** Makes the deadlines of attempts pass, the first payout's before the second's. */
export const missDeadlines = (database: TestDatabase, payoutIds: readonly string[]): Promise<unknown> =>
  database.query(
    `UPDATE payout_attempts SET deadline_at = now() - make_interval(secs => 3 - array_position($1::uuid[], payout_id))
     WHERE payout_id = ANY ($1::uuid[])`,
    [payoutIds],
  );

/** Adds an attempt that may have been paid to an approved payout. Purser's own code never creates such a row. */
export const addLiveAttempt = (database: TestDatabase, payoutId: string): Promise<unknown> =>
  database.query(
    `INSERT INTO payout_attempts (id, payout_id, number, state, token_hash, claimed_at, deadline_at)
     VALUES (gen_random_uuid(), $1, 9, 'UNKNOWN', sha256('another'), now(), now())`,
    [payoutId],
  );

/** Attributes a payout's creation, and optionally its last change, to a person whose roles allowed it at the time. */
export const attributePayout = (
  database: TestDatabase,
  id: string,
  { createdBy = null, editedBy = null }: { readonly createdBy?: string | null; readonly editedBy?: string | null },
): Promise<unknown> =>
  database.query(
    `UPDATE payouts SET created_by = coalesce($2, created_by), edited_by = edited_by || array_remove(ARRAY[$3::uuid], NULL)
     WHERE id = $1`,
    [id, createdBy, editedBy],
  );

/** Deletes the time at which the provider ended a payout, as if the provider had not sent it. */
export const forgetProviderEnd = (database: TestDatabase, id: string): Promise<unknown> =>
  database.query('UPDATE payouts SET provider_completed_at = NULL WHERE id = $1', [id]);
