import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/persistence/account.entity.js';
import type { CurrencyCode } from '../../common/currency.js';
import type { SignedDecimalString } from '../../common/signed-decimal.js';

/** The book of an account in one currency. Its figures change by entries alone: a trigger refuses all else. */
@Entity('ledger_balances')
@Check('chk_ledger_balances_currency', `currency ~ '^[A-Z]{3}$'`)
// Available may fall below zero: what the payment service has paid is a fact, whether it was covered or not.
@Check('chk_ledger_balances_zero_sum', 'funded + received = available + reserved + paid_out')
@Check('chk_ledger_balances_reserved', 'reserved >= 0')
@Check('chk_ledger_balances_paid_out', 'paid_out >= 0')
export class LedgerBalanceEntity {
  @PrimaryColumn('uuid')
  @ForeignKey(() => AccountEntity)
  accountId: string;

  @PrimaryColumn('text')
  currency: CurrencyCode;

  @Column('numeric', { default: 0 })
  funded: SignedDecimalString;

  @Column('numeric', { default: 0 })
  received: SignedDecimalString;

  @Column('numeric', { default: 0 })
  available: SignedDecimalString;

  @Column('numeric', { default: 0 })
  reserved: SignedDecimalString;

  @Column('numeric', { default: 0 })
  paidOut: SignedDecimalString;

  @Column('timestamptz', { default: () => 'now()' })
  openedAt: Date;
}
