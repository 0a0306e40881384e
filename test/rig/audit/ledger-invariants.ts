import Big from 'big.js';
import type { QueriedDatabase } from '../stage/postgres/stage-database.js';
import { examine, type Finding } from './finding.js';
import { isFinalAtProvider, type ProviderBook, tokenHashOf } from '../stage/sandbox/provider-book.js';
import type { PurserTables } from './purser-tables.js';

// Sums are computed with `Big`, from text to text. Strict mode rejects numbers in between.
Big.strict = true;

export interface StoredBalance {
  readonly accountId: string;
  readonly currency: string;
  readonly funded: string;
  readonly received: string;
  readonly available: string;
  readonly reserved: string;
  readonly paidOut: string;
}

/** The ledger's balances and the sums of its entries. */
export interface LedgerTables {
  readonly balances: readonly StoredBalance[];
  /** The same figures, computed from the entries only. */
  readonly sums: readonly StoredBalance[];
  /** The sum of each entry's two lines. */
  readonly entries: readonly { readonly id: string; readonly sum: string }[];
}

export async function readLedgerTables(postgres: QueriedDatabase): Promise<LedgerTables> {
  const sumOf = (account: string, sign = ''): string =>
    `trim_scale(${sign}coalesce(sum(amount) FILTER (WHERE ledger_account = '${account}'), 0))::text`;
  const [balances, sums, entries] = [
    await postgres.query<StoredBalance>(
      `SELECT account_id AS "accountId", currency, trim_scale(funded)::text AS funded,
         trim_scale(received)::text AS received, trim_scale(available)::text AS available,
         trim_scale(reserved)::text AS reserved, trim_scale(paid_out)::text AS "paidOut"
       FROM ledger_balances ORDER BY 1, 2`,
    ),
    await postgres.query<StoredBalance>(
      `SELECT account_id AS "accountId", currency, ${sumOf('FUNDING', '-')} AS funded, ${sumOf('INCOME', '-')} AS received,
         ${sumOf('AVAILABLE')} AS available, ${sumOf('RESERVED')} AS reserved, ${sumOf('PAID_OUT')} AS "paidOut"
       FROM ledger_lines GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    await postgres.query<{ id: string; sum: string }>(
      `SELECT entry_id AS id, trim_scale(sum(amount))::text AS sum FROM ledger_lines GROUP BY entry_id, currency`,
    ),
  ];
  return { balances, sums, entries };
}

/** States of an attempt that may have been paid. The ledger keeps the amount of such an attempt reserved. */
const MAY_HAVE_PAID = new Set(['CLAIMED', 'UNKNOWN']);

export function checkEntries({ entries }: LedgerTables): Finding {
  return examine({ id: 'I7', holds: 'each ledger entry sums to zero' }, entries, ({ id, sum }) =>
    sum === '0' ? null : `entry ${id} sums to ${sum}`,
  );
}

/** Checks that the ledger agrees with itself, with the payouts and with the provider's book. */
export function checkLedger({
  book,
  tables,
  ledger,
}: {
  readonly book: ProviderBook;
  readonly tables: PurserTables;
  readonly ledger: LedgerTables;
}): Finding[] {
  const I7 = { id: 'I7' };
  return [
    checkEntries(ledger),
    examine({ ...I7, holds: 'each balance is the sum of its entries' }, ledger.balances, (balance) => {
      const sums = ledger.sums.find(
        ({ accountId, currency }) => accountId === balance.accountId && currency === balance.currency,
      );
      return JSON.stringify(sums) === JSON.stringify(balance)
        ? null
        : `${JSON.stringify(balance)} is of entries that make ${JSON.stringify(sums)}`;
    }),
    examine({ ...I7, holds: 'what is reserved and paid out is what payouts took' }, ledger.balances, (balance) => {
      const own = { reserved: sumOf(tables, 'RESERVED'), paidOut: sumOf(tables, 'PAID_OUT') };
      const { reserved, paidOut } = balance;
      return own.reserved === reserved && own.paidOut === paidOut
        ? null
        : `payouts took ${JSON.stringify(own)}, of which ${JSON.stringify({ reserved, paidOut })} is in the ledger`;
    }),
    examine({ ...I7, holds: 'the balance is what the book of the provider leaves' }, ledger.balances, (balance) => {
      const left = recompute(balance, { book, tables });
      return left === balance.available
        ? null
        : `${balance.available} is available, the provider's book leaves ${left}`;
    }),
  ];
}

/** Sums payouts by status. The statuses are listed here again, independently of Purser's code. */
function sumOf({ payouts }: PurserTables, place: 'RESERVED' | 'PAID_OUT'): string {
  const statuses =
    place === 'PAID_OUT'
      ? new Set(['COMPLETED'])
      : new Set(['SUBMITTING', 'UNCONFIRMED', 'CREATED', 'PROCESSING', 'UNRECOGNIZED']);
  return add(payouts.filter(({ status }) => statuses.has(status)));
}

/**
 * Computes the funded amount, less what the provider paid and did not take back, less what Purser keeps reserved for
 * attempts with an unknown outcome. An attempt that is in the book is counted by the book only, unless it ended unpaid
 * there.
 */
function recompute(
  { funded, received }: StoredBalance,
  { book, tables }: { readonly book: ProviderBook; readonly tables: PurserTables },
): string {
  const unknown = new Map(
    tables.attempts
      .filter(({ state }) => MAY_HAVE_PAID.has(state))
      .map(({ tokenHash, payoutId }) => [tokenHash, payoutId]),
  );
  const taken = book.payouts.filter(
    (payout) =>
      !unknown.has(tokenHashOf(payout)) && (payout.status === 'COMPLETED' || !isFinalAtProvider(payout.status)),
  );
  const kept = new Set(unknown.values());
  return new Big(funded)
    .plus(received)
    .minus(add(taken))
    .minus(add(tables.payouts.filter(({ id }) => kept.has(id))))
    .toFixed();
}

function add(amounts: readonly { readonly amount: string }[]): string {
  return amounts.reduce((sum, { amount }) => sum.plus(amount), new Big('0')).toFixed();
}
