import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { type SignedDecimalString, subtractDecimals } from '../../common/signed-decimal.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { movementBetween, MOVEMENTS, type FundsState } from './domain/ledger-account.js';
import { type BookKey, LedgerRepository } from './persistence/ledger.repository.js';
import { reserveFunds } from './persistence/reservations.sql.js';

/** A payout as far as money goes. */
export interface BookedPayout extends BookKey {
  readonly id: string;
  readonly amount: DecimalString;
}

/** A paid order as far as money goes. */
export interface BookedIncome extends BookKey {
  readonly orderId: string;
  /** The merchant's part of it. */
  readonly received: SignedDecimalString;
  /** When the payer paid; an order that was paid before the book was opened is not in it. */
  readonly paidAt: Date;
}

/**
 * The expected balance at the provider, which has no endpoint for it. A book is kept for each account and
 * currency from its first funding on; before, nothing is posted and nothing is refused, since nobody has said what is
 * there. Money sent or paid before that is in the amount that the operator enters, and stays out of the book.
 *
 * Orders and payouts call this in the transaction in which they move, with their own row locked.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly alarms: Alarms,
  ) {}

  /**
   * The sum that can be spent from these books, those that are open: nothing is refused where none is. No other
   * transaction may spend it until this one ends.
   */
  async lockAvailable(
    tx: Transaction,
    books: readonly BookKey[],
  ): Promise<readonly (BookKey & { readonly available: SignedDecimalString })[]> {
    return this.ledger.lockBalances(tx, books);
  }

  /**
   * Reserves what payouts of one book take, before they are sent: all of it, or nothing and false when the balance does
   * not cover it. To be called last in the transaction, since the balance is locked from here to its end.
   */
  async reserve(tx: Transaction, payouts: readonly BookedPayout[]): Promise<boolean> {
    const [book] = payouts;
    return !book || reserveFunds(tx, book, payouts);
  }

  /**
   * Brings the money of a payout to where it should be now. Safe to repeat. It is never refused: what the provider has
   * paid is taken from the balance even below zero, with an alarm.
   */
  async moveFunds(tx: Transaction, payout: BookedPayout, wanted: FundsState): Promise<void> {
    const last = await this.ledger.findLastOfPayout(tx, payout.id);
    if (!last) return;
    const kind = movementBetween(last.toAccount as FundsState, wanted);
    if (kind === null) return;
    const { accountId, currency, amount } = payout;
    await this.ledger.insert(tx, {
      accountId,
      currency,
      kind,
      amount,
      subjectType: 'PAYOUT',
      subjectId: payout.id,
      number: last.number + 1,
    });
    if (MOVEMENTS[kind].from === 'AVAILABLE') await this.reportOverdraft(tx, payout);
  }

  /**
   * Reserves what a payout takes that was sent by an attempt which the database lost, together with its reservation. It is
   * never refused. A payout that was sent before the book was opened is not in it.
   */
  async reserveLost(tx: Transaction, payout: BookedPayout, sentAt: Date): Promise<void> {
    const { id, accountId, currency, amount } = payout;
    const book = await this.ledger.findForUpdate(tx, payout);
    if (!book || sentAt < book.openedAt || (await this.ledger.findLastOfPayout(tx, id))) return;
    await this.ledger.insert(tx, {
      ...{ accountId, currency, amount },
      ...{ kind: 'RESERVATION', subjectType: 'PAYOUT', subjectId: id, number: 1 },
    });
    await this.reportOverdraft(tx, payout);
  }

  /**
   * Posts what an order brought in, or, when it is another amount than before, the difference. Safe to repeat. An
   * amount is taken back even below zero, with an alarm.
   */
  async receive(tx: Transaction, income: BookedIncome): Promise<void> {
    const { accountId, currency, orderId, received } = income;
    const book = await this.ledger.findForUpdate(tx, income);
    if (!book) return;
    const posted = await this.ledger.findIncome(tx, orderId);
    // Once it is in the book it stays in it, whatever is said of its time later.
    if (posted.entries === 0 && income.paidAt < book.openedAt) return;
    const difference = subtractDecimals(received, posted.amount);
    if (difference === '0') return;
    const isLess = difference.startsWith('-');
    await this.ledger.insert(tx, {
      accountId,
      currency,
      kind: isLess ? 'INCOME_REVERSAL' : 'INCOME',
      amount: difference.replace('-', '') as DecimalString,
      subjectType: 'ORDER',
      subjectId: orderId,
      number: posted.entries + 1,
    });
    if (isLess) await this.reportOverdraft(tx, income);
  }

  private async reportOverdraft(tx: Transaction, book: BookKey): Promise<void> {
    const { accountId, currency }: { accountId: string; currency: CurrencyCode } = book;
    const balance = await this.ledger.findForUpdate(tx, book);
    if (!balance?.available.startsWith('-')) return;
    tx.afterCommit(() => {
      this.alarms.raise('balance_overdrawn', { accountId, currency });
    });
  }
}
