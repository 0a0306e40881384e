import type { DataSource } from 'typeorm';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { Transaction } from '../../../database/transaction.js';

// In SQL, since creating and claiming a payout is hot, and TypeORM takes as long to build these statements as the
// database to run them.

// "No such address" and "not by this method": the service has the address, so a proxy may have said so, after the
// service acted.
const NOBODYS_REFUSALS: readonly number[] = [404, 405];

// One with a finding is known to be at the provider, whatever became of its last attempt, and is never sent again.
export const SENDABLE = `submission_state = 'APPROVED' AND approved_hash = content_hash AND finding IS NULL
  AND sealed_recipient IS NOT NULL`;

/** A payout that a balance is to cover. */
export interface CoveredPayout {
  readonly accountId: string;
  readonly currency: CurrencyCode;
  readonly amount: DecimalString;
  /** Itself, once it is recorded: what it needed so far is in `amount`. */
  readonly exceptId: string | null;
}

/**
 * Whether somebody was, or is about to be, paid the same amount: by a payout that was made or claimed lately, or by
 * one that may still be sent or may have been, however old it is. One that was refused counts where something before
 * the provider may have refused it. Takes a lock on the recipient until the transaction ends, so that of two possible
 * duplicates created at once the second sees the first.
 */
export async function findPossibleDuplicate(
  tx: Transaction,
  payout: {
    readonly recipientHash: Buffer;
    readonly amount: DecimalString;
    readonly withinHours: number;
    /** Itself, once it is recorded. */
    readonly exceptId: string | null;
  },
): Promise<string | null> {
  await tx.lockName(payout.recipientHash.toString('hex'));
  const [row] = await tx.query<{ id: string }>(
    `SELECT id FROM payouts WHERE recipient_hash = $1 AND amount = $2
       AND submission_state NOT IN ('DECLINED', 'WITHDRAWN') AND id IS DISTINCT FROM $4
       AND (submission_state <> 'REJECTED' OR EXISTS (SELECT 1 FROM payout_attempts
         WHERE payout_id = payouts.id AND state = 'REJECTED' AND http_status = ANY ($5)))
       AND (created_at > now() - make_interval(hours => $3)
         OR submission_state IN ('AWAITING_APPROVAL', 'APPROVED', 'SUBMITTING', 'UNCONFIRMED')
         OR EXISTS (SELECT 1 FROM payout_attempts
           WHERE payout_id = payouts.id AND claimed_at > now() - make_interval(hours => $3)))
     LIMIT 1`,
    [payout.recipientHash, payout.amount, payout.withinHours, payout.exceptId, NOBODYS_REFUSALS],
  );
  return row?.id ?? null;
}

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

/**
 * Whether the balance covers a payout besides all others that wait to be sent; true where no book is open. Locks
 * nothing: of many at once, more may be told so than are covered. One statement, so that a payout that is claimed at
 * this moment counts once.
 */
export async function isCovered(tx: Transaction, payout: CoveredPayout): Promise<boolean> {
  const [book] = await tx.query<{ isCovered: boolean }>(
    // The time of the next attempt is what the index of waiting payouts is about.
    `SELECT available >= $3::numeric + (
       SELECT coalesce(sum(amount), 0) FROM payouts
       WHERE next_attempt_at IS NOT NULL AND finding IS NULL AND account_id = $1 AND currency = $2
         AND id IS DISTINCT FROM $4) AS "isCovered"
     FROM ledger_balances WHERE account_id = $1 AND currency = $2`,
    [payout.accountId, payout.currency, payout.amount, payout.exceptId],
  );
  return book?.isCovered ?? true;
}
