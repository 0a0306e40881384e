import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/persistence/account.entity.js';
import type { CurrencyCode } from '../../../common/currency.js';
import { canonicalSigned, type SignedDecimalString } from '../../../common/signed-decimal.js';

// The database keeps as many decimals as the amount with the most.
const FIGURE = {
  type: 'numeric',
  default: 0,
  insert: false,
  transformer: { to: (figure: SignedDecimalString) => figure, from: canonicalSigned },
} as const;

/**
 * The balance of an account in one currency. Only ledger entries change its figures: a trigger rejects all other
 * updates, and the application role may not insert figures.
 */
@Entity('ledger_balances')
@Check('chk_ledger_balances_currency', `currency ~ '^[A-Z]{3}$'`)
// `available` may be negative, because the provider may pay a payout that the balance does not cover.
@Check('chk_ledger_balances_zero_sum', 'funded + received = available + reserved + paid_out')
@Check('chk_ledger_balances_reserved', 'reserved >= 0')
@Check('chk_ledger_balances_paid_out', 'paid_out >= 0')
export class LedgerBalanceEntity {
  @PrimaryColumn('uuid')
  @ForeignKey(() => AccountEntity)
  accountId: string;

  @PrimaryColumn('text')
  currency: CurrencyCode;

  @Column(FIGURE)
  funded: SignedDecimalString;

  @Column(FIGURE)
  received: SignedDecimalString;

  @Column(FIGURE)
  available: SignedDecimalString;

  @Column(FIGURE)
  reserved: SignedDecimalString;

  @Column(FIGURE)
  paidOut: SignedDecimalString;

  @Column({ type: 'timestamptz', default: () => 'now()', insert: false })
  openedAt: Date;
}
