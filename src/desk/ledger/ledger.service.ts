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
  /** The merchant's share. */
  readonly received: SignedDecimalString;
  /** When the payer paid. Orders paid before the balance was opened do not count. */
  readonly paidAt: Date;
}

/**
 * The expected balance at the provider, which has no endpoint for it. Each account and currency has one from its first
 * funding on. Before that nothing is posted or refused, because nobody has said how much is there. Money sent or
 * received earlier is part of the amount that the operator enters, and is not posted.
 *
 * Orders and payouts call this in the transaction of their own move, with their row locked.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly alarms: Alarms,
  ) {}

  /**
   * Locks the open balances and returns what is available; no other transaction can spend it before this one ends.
   * Without an open balance nothing is refused.
   */
  async lockAvailable(
    tx: Transaction,
    keys: readonly BalanceKey[],
  ): Promise<readonly (BalanceKey & { readonly available: SignedDecimalString })[]> {
    return this.ledger.lockBalances(tx, keys);
  }

  /**
   * Reserves the funds of payouts of one balance before they are sent. Returns false, reserving nothing, if they are
   * not covered. Call it last, because the balance stays locked until the transaction ends.
   */
  async reserve(tx: Transaction, payouts: readonly LedgerPayout[]): Promise<boolean> {
    const [first] = payouts;
    return !first || reserveFunds(tx, first, payouts);
  }

  /**
   * Moves a payout's funds to where they belong now. Safe to repeat. Never refused: what the provider has paid is
   * deducted even below zero, with an alarm.
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
   * Reserves the funds of a payout whose attempt and reservation the database lost. Never refused. Does nothing for a
   * payout sent before the balance was opened.
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
   * Posts an order's income, or the difference if the amount changed. Safe to repeat. Deducts even below zero, with an
   * alarm.
   */
  async receive(tx: Transaction, income: LedgerIncome): Promise<void> {
    const { accountId, currency, orderId, received } = income;
    const balance = await this.ledger.findForUpdate(tx, income);
    if (!balance) return;
    const posted = await this.ledger.findIncome(tx, orderId);
    // Income that was posted stays posted, whatever payment time is reported later.
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
