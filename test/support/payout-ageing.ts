import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './test-database.js';

type Rows = Pick<TestDatabase, 'query'>;

/** Selects one payout, the payouts of an account, or all of them. */
interface Meant {
  readonly id?: string;
  readonly accountId?: string;
}

function write(database: Rows, change: string, { id, accountId }: Meant): Promise<unknown> {
  return database.query(
    `UPDATE payouts SET ${change} AND ($1::uuid IS NULL OR id = $1) AND ($2::uuid IS NULL OR account_id = $2)`,
    [id ?? null, accountId ?? null],
  );
}

/** Makes waiting payouts due for sending now. */
export const makeSendingDue = (database: Rows, meant: Meant = {}): Promise<unknown> =>
  write(database, 'next_attempt_at = now() WHERE next_attempt_at IS NOT NULL', meant);

/** Makes a waiting payout due for sending before all others. */
export const makeSendingOverdue = (database: Rows, meant: Meant): Promise<unknown> =>
  write(database, `next_attempt_at = now() - interval '1 minute' WHERE next_attempt_at IS NOT NULL`, meant);

/** Makes payouts due for their next poll now. */
export const makePollDue = (database: Rows, meant: Meant = {}): Promise<unknown> =>
  write(database, 'next_check_at = now() WHERE next_check_at IS NOT NULL', meant);

/** Moves suspicions back by ten seconds. After that a changed final status counts if it is read again. */
export const confirmSuspicions = (database: Rows, meant: Meant = {}): Promise<unknown> =>
  write(database, `suspected_at = suspected_at - interval '10 s' WHERE suspected_at IS NOT NULL`, meant);

/**
 * Moves the provider's acceptance of a payout back by an hour. After that the payout counts as missing if the provider
 * lacks it.
 */
export const ageAcceptance = (database: Rows, id: string): Promise<unknown> =>
  write(database, `accepted_at = accepted_at - interval '1 hour' WHERE accepted_at IS NOT NULL`, { id });

/** Starts another day: earlier claims no longer count towards daily limits. */
export const beginAnotherDay = (database: Rows): Promise<unknown> =>
  write(database, 'claimed_on = claimed_on - 1 WHERE claimed_on IS NOT NULL', {});

/** Moves a payout's creation back by an interval. */
export const ageCreation = (database: Rows, id: string, ago: string): Promise<unknown> =>
  database.query('UPDATE payouts SET created_at = created_at - $2::interval WHERE id = $1', [id, ago]);

/** Moves the sending and the completion of a payout back by an interval. */
export async function ageCompletion(database: Rows, id: string, ago: string): Promise<void> {
  await database.query('UPDATE payouts SET completed_at = completed_at - $2::interval WHERE id = $1', [id, ago]);
  await ageAttempt(database, id, ago);
}

/** More than an hour, which is the default cool-off. */
const LONG_ENOUGH = '61 minutes';

/** Moves the sending of a payout's newest attempt back by an interval. */
export const ageAttempt = (database: Rows, payoutId: string, ago: string = LONG_ENOUGH): Promise<unknown> =>
  database.query(
    `UPDATE payout_attempts SET claimed_at = claimed_at - $2::interval
     WHERE payout_id = $1 AND number = (SELECT max(number) FROM payout_attempts WHERE payout_id = $1)`,
    [payoutId, ago],
  );

/** Moves a payout's approvals back by a day. */
export const lapseApprovals = (database: Rows, payoutId: string): Promise<unknown> =>
  database.query(`UPDATE payout_approvals SET expires_at = now() - interval '1 second' WHERE payout_id = $1`, [
    payoutId,
  ]);

/** Purges a payout's recipient, as at the end of its retention. */
export const purgeRecipient = (database: Rows, id: string): Promise<unknown> =>
  database.query('UPDATE payouts SET sealed_recipient = NULL, recipient_purged_at = now() WHERE id = $1', [id]);

/** Makes a payout's recipient undecryptable, as if its row were damaged or its key lost. */
export const damageRecipient = (database: Rows, id: string): Promise<unknown> =>
  database.query(`UPDATE payouts SET sealed_recipient = '\\x00' WHERE id = $1`, [id]);

/** Registers the provider id of a payout whose partition was detached. */
export async function registerDetached(database: Rows, providerPayoutId: string): Promise<void> {
  await database.query(
    `INSERT INTO provider_payout_ids (provider_payout_id, of, payout_id) VALUES ($1, 'payouts', $2)`,
    [providerPayoutId, randomUUID()],
  );
}

/** Ends the minute in which recipients were revealed and compared, but not the day. */
export async function endRecipientMinute(database: TestDatabase): Promise<void> {
  await database.query(`UPDATE recipient_counts SET minute_began_at = minute_began_at - interval '1 minute'`);
}

/** Ends the day in which recipients were revealed and compared. */
export async function endRecipientDay(database: TestDatabase): Promise<void> {
  await database.query(`UPDATE recipient_counts SET day_began_at = day_began_at - interval '1 day'`);
}

/**
 * Sets every caller's count of revealed and compared recipients to this number for the day, and to none for the minute.
 */
export async function leaveReadings(database: TestDatabase, inDay: number): Promise<void> {
  await database.query(`UPDATE recipient_counts SET in_day = $1, in_minute = 0 WHERE name LIKE 'reading %'`, [inDay]);
}
