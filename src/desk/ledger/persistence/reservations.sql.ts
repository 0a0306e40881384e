import type { DecimalString } from '../../../common/decimal.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { BalanceKey } from './ledger.repository.js';

/**
 * Reserves the funds for payouts from one balance, all or nothing. Returns false if the balance is too low, and true if
 * it is not open. The payouts must be locked.
 *
 * Written in SQL, so that a single statement locks the balance and no round trip comes between the lock and the commit.
 * If no balance is open, this costs a claim very little.
 */
export async function reserveFunds(
  tx: Transaction,
  { accountId, currency }: BalanceKey,
  payouts: readonly { readonly id: string; readonly amount: DecimalString }[],
): Promise<boolean> {
  const [balance] = await tx.query<{ isCovered: boolean }>(
    `WITH payout AS (
       SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::numeric[]) AS payout (entry_id, id, amount)
     ), balance AS MATERIALIZED (
       SELECT available >= (SELECT sum(amount) FROM payout) AS is_covered FROM ledger_balances
       WHERE account_id = $1 AND currency = $2 FOR UPDATE
     ), entry AS (
       INSERT INTO ledger_entries (id, account_id, currency, kind, from_account, to_account, amount, subject_type,
         subject_id, number)
       SELECT payout.entry_id, $1, $2, 'RESERVATION', 'AVAILABLE', 'RESERVED', payout.amount, 'PAYOUT', payout.id,
         1 + (SELECT count(*) FROM ledger_entries WHERE subject_type = 'PAYOUT' AND subject_id = payout.id)
       FROM payout, balance WHERE is_covered
     )
     SELECT is_covered AS "isCovered" FROM balance`,
    [accountId, currency, payouts.map(() => newId()), payouts.map(({ id }) => id), payouts.map((one) => one.amount)],
  );
  return balance?.isCovered ?? true;
}
