import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { type SignedDecimalString, subtractDecimals } from '../../common/signed-decimal.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { movementBetween, MOVEMENTS, type FundsState } from './domain/ledger-account.js';
import { type BalanceKey, LedgerRepository } from './persistence/ledger.repository.js';
import { reserveFunds } from './persistence/reservations.sql.js';

export interface LedgerPayout extends BalanceKey {
  readonly id: string;
  readonly amount: DecimalString;
}

export interface LedgerIncome extends BalanceKey {
  readonly orderId: string;
  /** The amount that the merchant receives. */
  readonly received: SignedDecimalString;
  /** When the payer paid. Orders that were paid before the balance was opened do not count. */
  readonly paidAt: Date;
}

/**
 * Keeps the expected balance at the provider, which has no endpoint to read it. Each account and currency has a balance
 * from the first funding on. Before that nothing is posted and no payout is blocked, because nobody has said how much
 * money is there. The amount that the operator enters includes earlier income and payouts, so these are not posted.
 *
 * Orders and payouts call this in the transaction that changes their status, with their row locked.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly alarms: Alarms,
  ) {}

  /**
   * Locks the open balances and returns the available amounts. No other transaction can spend them before this one
   * ends. If there is no open balance, nothing is blocked.
   */
  async lockAvailable(
    tx: Transaction,
    keys: readonly BalanceKey[],
  ): Promise<readonly (BalanceKey & { readonly available: SignedDecimalString })[]> {
    return this.ledger.lockBalances(tx, keys);
  }

  /**
   * Reserves the funds for payouts from one balance before they are sent. If the balance is too low, returns false and
   * reserves nothing. Call this last, because the balance stays locked until the transaction ends.
   */
  async reserve(tx: Transaction, payouts: readonly LedgerPayout[]): Promise<boolean> {
    const [first] = payouts;
    return !first || reserveFunds(tx, first, payouts);
  }

  /**
   * Moves a payout's funds to where they belong now. Safe to repeat. Never rejected: if the provider has paid, the
   * amount is deducted even if the balance becomes negative, and an alarm is raised.
   */
  async moveFunds(tx: Transaction, payout: LedgerPayout, wanted: FundsState): Promise<void> {
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
   * Reserves the funds of a payout whose attempt and reservation are missing because the database lost them. Never
   * rejected. Does nothing for a payout that was sent before the balance was opened.
   */
  async reserveLost(tx: Transaction, payout: LedgerPayout, sentAt: Date): Promise<void> {
    const { id, accountId, currency, amount } = payout;
    const balance = await this.ledger.findForUpdate(tx, payout);
    if (!balance || sentAt < balance.openedAt || (await this.ledger.findLastOfPayout(tx, id))) return;
    await this.ledger.insert(tx, {
      ...{ accountId, currency, amount },
      ...{ kind: 'RESERVATION', subjectType: 'PAYOUT', subjectId: id, number: 1 },
    });
    await this.reportOverdraft(tx, payout);
  }

  /**
   * Posts the income from an order, or the difference if its amount changed. Safe to repeat. Deducts even if the
   * balance becomes negative, and then raises an alarm.
   */
  async receive(tx: Transaction, income: LedgerIncome): Promise<void> {
    const { accountId, currency, orderId, received } = income;
    const balance = await this.ledger.findForUpdate(tx, income);
    if (!balance) return;
    const posted = await this.ledger.findIncome(tx, orderId);
    // Income that was posted once stays posted, even if an earlier payment time is reported later.
    if (posted.entries === 0 && income.paidAt < balance.openedAt) return;
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

  private async reportOverdraft(tx: Transaction, key: BalanceKey): Promise<void> {
    const { accountId, currency }: { accountId: string; currency: CurrencyCode } = key;
    const balance = await this.ledger.findForUpdate(tx, key);
    if (!balance?.available.startsWith('-')) return;
    this.alarms.raiseAfter(tx, 'balance_overdrawn', { accountId, currency });
  }
}
