import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CurrencyCode } from '../../../common/currency.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';

/** A balance at the end of an hour in which it changed. The trigger that applies ledger entries writes these rows. */
@Entity('ledger_balance_hours')
export class LedgerBalanceHourEntity {
  @PrimaryColumn('uuid')
  accountId: string;

  @PrimaryColumn('text')
  currency: CurrencyCode;

  @PrimaryColumn('timestamptz')
  hour: Date;

  @Column('numeric')
  available: SignedDecimalString;

  @Column('numeric')
  reserved: SignedDecimalString;
}
