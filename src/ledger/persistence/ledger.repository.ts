import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../database/api-reads.js';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { newId } from '../../common/ids.js';
import type { SignedDecimalString } from '../../common/signed-decimal.js';
import type { Transaction } from '../../database/transaction.js';
import { type EntryKind, type LedgerSubject, MOVEMENTS, type FundsState } from '../domain/ledger-account.js';
import { LedgerBalanceEntity } from './ledger-balance.entity.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';

/** One account's money in one currency. Its book is open from the first funding on. */
export interface BookKey {
  readonly accountId: string;
  readonly currency: CurrencyCode;
}

export interface Balance extends BookKey {
  readonly available: SignedDecimalString;
  readonly reserved: SignedDecimalString;
  readonly paidOut: SignedDecimalString;
  readonly received: SignedDecimalString;
  readonly funded: SignedDecimalString;
  readonly openedAt: Date;
  /** When it was read. */
  readonly asOf: Date;
}

export interface NewEntry extends BookKey {
  readonly kind: EntryKind;
  readonly amount: DecimalString;
  readonly subjectType: LedgerSubject;
  readonly subjectId: string;
  readonly number: number;
  /** Given for what a person enters. */
  readonly funding?: { readonly idempotencyKey: string; readonly reference: string; readonly actorId: string };
}

const BALANCE = `account_id AS "accountId", currency, trim_scale(available)::text AS available,
  trim_scale(reserved)::text AS reserved, trim_scale(paid_out)::text AS "paidOut",
  trim_scale(received)::text AS received, trim_scale(funded)::text AS funded, opened_at AS "openedAt", now() AS "asOf"`;

/**
 * Writes entries; each changes its balance by a trigger, in the same transaction.
 *
 * A transaction locks the balance last: after the payout or the order whose entry it writes, and after the payout gate.
 */
@Injectable()
export class LedgerRepository {
  constructor(private readonly reads: ApiReads) {}

  /** Opens the book; does nothing when it is open. */
  async openBook(tx: Transaction, { accountId, currency }: BookKey): Promise<void> {
    const insert = tx.repository(LedgerBalanceEntity).createQueryBuilder().insert().updateEntity(false);
    await insert.values({ accountId, currency }).orIgnore().execute();
  }

  /** The balance, locked until the transaction ends; null while the book is not open. */
  async findForUpdate(tx: Transaction, { accountId, currency }: BookKey): Promise<Balance | null> {
    const [row] = await tx.query<Balance>(
      `SELECT ${BALANCE} FROM ledger_balances WHERE account_id = $1 AND currency = $2 FOR UPDATE`,
      [accountId, currency],
    );
    return row ?? null;
  }

  /** Every open book, of one account or of all. */
  async listBalances(accountId: string | null): Promise<Balance[]> {
    return this.reads.query<Balance[]>(
      `SELECT ${BALANCE} FROM ledger_balances WHERE $1::uuid IS NULL OR account_id = $1 ORDER BY account_id, currency`,
      [accountId],
    );
  }

  async insert(tx: Transaction, entry: NewEntry): Promise<string> {
    const id = newId();
    const { from, to } = MOVEMENTS[entry.kind];
    const { funding, ...rest } = entry;
    const insert = tx.repository(LedgerEntryEntity).createQueryBuilder().insert().updateEntity(false);
    await insert.values({ id, ...rest, fromAccount: from, toAccount: to, ...funding }).execute();
    return id;
  }

  /** What those of these books have available that are open; locked in their one order, or merely read. */
  async findAvailable(
    tx: Transaction,
    books: readonly BookKey[],
    { isLocked }: { readonly isLocked: boolean },
  ): Promise<(BookKey & { readonly available: SignedDecimalString })[]> {
    return tx.query(
      `SELECT account_id AS "accountId", currency, trim_scale(available)::text AS available FROM ledger_balances
       WHERE (account_id, currency) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))
       ORDER BY account_id, currency ${isLocked ? 'FOR UPDATE' : ''}`,
      [books.map(({ accountId }) => accountId), books.map(({ currency }) => currency)],
    );
  }

  /**
   * Reserves what payouts of one book take if the balance covers them all, and nothing otherwise. One statement, so
   * that the balance is locked from it to the commit and for no round trip between; where no book is open, it is all
   * that the ledger costs a claim. The payouts must be locked.
   */
  async reserve(
    tx: Transaction,
    { accountId, currency }: BookKey,
    payouts: readonly { readonly id: string; readonly amount: DecimalString }[],
  ): Promise<'reserved' | 'not_covered' | 'no_book'> {
    const [book] = await tx.query<{ isCovered: boolean }>(
      `WITH payout AS (
         SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::numeric[]) AS payout (entry_id, id, amount)
       ), book AS MATERIALIZED (
         SELECT available >= (SELECT sum(amount) FROM payout) AS is_covered FROM ledger_balances
         WHERE account_id = $1 AND currency = $2 FOR UPDATE
       ), entry AS (
         INSERT INTO ledger_entries (id, account_id, currency, kind, from_account, to_account, amount, subject_type,
           subject_id, number)
         SELECT payout.entry_id, $1, $2, 'RESERVATION', 'AVAILABLE', 'RESERVED', payout.amount, 'PAYOUT', payout.id,
           1 + (SELECT count(*) FROM ledger_entries WHERE subject_type = 'PAYOUT' AND subject_id = payout.id)
         FROM payout, book WHERE is_covered
       )
       SELECT is_covered AS "isCovered" FROM book`,
      [accountId, currency, payouts.map(() => newId()), payouts.map(({ id }) => id), payouts.map((one) => one.amount)],
    );
    if (!book) return 'no_book';
    return book.isCovered ? 'reserved' : 'not_covered';
  }

  /** Where the money of a payout is; null for one that was never in an open book. */
  async findFundsState(
    tx: Transaction,
    payoutId: string,
  ): Promise<{ readonly place: FundsState; readonly number: number } | null> {
    const [last] = await tx.query<{ place: FundsState; number: number }>(
      `SELECT to_account AS place, number FROM ledger_entries WHERE subject_type = 'PAYOUT' AND subject_id = $1
       ORDER BY number DESC LIMIT 1`,
      [payoutId],
    );
    return last ?? null;
  }

  /** What was posted for an order so far. */
  async findIncome(
    tx: Transaction,
    orderId: string,
  ): Promise<{ readonly amount: SignedDecimalString; readonly entries: number }> {
    const [row] = await tx.query<{ amount: SignedDecimalString; entries: number }>(
      `SELECT trim_scale(coalesce(sum(CASE kind WHEN 'INCOME' THEN amount ELSE -amount END), 0))::text AS amount,
         count(*)::int AS entries
       FROM ledger_entries WHERE subject_type = 'ORDER' AND subject_id = $1`,
      [orderId],
    );
    if (!row) throw new Error('A sum without a row');
    return row;
  }

  async findByIdempotencyKey(
    tx: Transaction,
    key: { readonly accountId: string; readonly idempotencyKey: string },
  ): Promise<LedgerEntryEntity | null> {
    return tx.repository(LedgerEntryEntity).findOneBy(key);
  }
}
