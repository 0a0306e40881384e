import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CurrencyCode } from '../../../common/currency.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';

/** A balance at the end of an hour in which it moved. Written by the trigger that applies entries. */
@Entity('ledger_balance_hours')
export class LedgerBalanceHourEntity {
  @PrimaryColumn('uuid')
  accountId: string;

  @PrimaryColumn('text')
  currency: CurrencyCode;

  /** The beginning of the hour, in UTC. */
  @PrimaryColumn('timestamptz')
  hour: Date;

  @Column('numeric')
  available: SignedDecimalString;

  @Column('numeric')
  reserved: SignedDecimalString;
}
