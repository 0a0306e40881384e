import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { newId } from '../../../common/ids.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type EntryKind, type LedgerSubject, MOVEMENTS } from '../domain/ledger-account.js';
import { LedgerBalanceEntity } from './ledger-balance.entity.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';

/** Identifies a balance: the money of one account in one currency. A balance is open from its first funding on. */
export interface BalanceKey {
  readonly accountId: string;
  readonly currency: CurrencyCode;
}

export interface NewEntry extends BalanceKey {
  readonly kind: EntryKind;
  readonly amount: DecimalString;
  readonly subjectType: LedgerSubject;
  readonly subjectId: string;
  readonly number: number;
  readonly funding?: { readonly idempotencyKey: string; readonly reference: string; readonly actorId: string };
}

const IN_ORDER = { accountId: 'ASC', currency: 'ASC' } as const;

/**
 * Writes ledger entries. A trigger applies each entry to its balance in the same transaction.
 *
 * A transaction must lock the balance last: after the payout or order, and after the payout gate.
 */
@Injectable()
export class LedgerRepository {
  constructor(
    @InjectRepository(LedgerBalanceEntity, READS) private readonly balances: Repository<LedgerBalanceEntity>,
  ) {}

  /** Opens the balance if it is not open yet. */
  async openBalance(tx: Transaction, { accountId, currency }: BalanceKey): Promise<void> {
    const insert = tx.repository(LedgerBalanceEntity).createQueryBuilder().insert().updateEntity(false);
    await insert.values({ accountId, currency }).orIgnore().execute();
  }

  async findForUpdate(tx: Transaction, { accountId, currency }: BalanceKey): Promise<LedgerBalanceEntity | null> {
    const where = { accountId, currency };
    return tx.repository(LedgerBalanceEntity).findOne({ where, lock: { mode: 'pessimistic_write' } });
  }

  async listBalances(accountId: string | null): Promise<LedgerBalanceEntity[]> {
    const where = accountId === null ? {} : { accountId };
    return this.balances.find({ where, order: IN_ORDER });
  }

  async insert(tx: Transaction, entry: NewEntry): Promise<string> {
    const id = newId();
    const { from, to } = MOVEMENTS[entry.kind];
    const { funding, ...rest } = entry;
    const insert = tx.repository(LedgerEntryEntity).createQueryBuilder().insert().updateEntity(false);
    await insert.values({ id, ...rest, fromAccount: from, toAccount: to, ...funding }).execute();
    return id;
  }

  /** Locks those of the given balances that are open, in a fixed order. */
  async lockBalances(tx: Transaction, keys: readonly BalanceKey[]): Promise<LedgerBalanceEntity[]> {
    // Without keys the condition would be empty and match every balance.
    if (keys.length === 0) return [];
    const distinct = new Map(keys.map(({ accountId, currency }) => [accountId + currency, { accountId, currency }]));
    return tx.repository(LedgerBalanceEntity).find({
      where: [...distinct.values()],
      order: IN_ORDER,
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns the last entry for a payout, which shows where its funds are; null if its balance was never open. */
  async findLastOfPayout(tx: Transaction, payoutId: string): Promise<LedgerEntryEntity | null> {
    const where = { subjectType: 'PAYOUT', subjectId: payoutId } as const;
    return tx.repository(LedgerEntryEntity).findOne({ where, order: { number: 'DESC' } });
  }

  async findIncome(
    tx: Transaction,
    orderId: string,
  ): Promise<{ readonly amount: SignedDecimalString; readonly entries: number }> {
    const posted = tx
      .repository(LedgerEntryEntity)
      .createQueryBuilder('e')
      .select(`coalesce(sum(CASE e.kind WHEN 'INCOME' THEN e.amount ELSE -e.amount END), 0)`, 'amount')
      .addSelect('count(*)::int', 'entries')
      .where({ subjectType: 'ORDER', subjectId: orderId });
    const row = await posted.getRawOne<{ amount: SignedDecimalString; entries: number }>();
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
