import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { EntryKind, LedgerAccount, LedgerSubject } from '../domain/ledger-account.js';

/** One amount that moved from one ledger account to another. Written once, never changed. */
@Entity('ledger_entries')
export class LedgerEntryEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  @Column('text')
  currency: CurrencyCode;

  @Column('text')
  kind: EntryKind;

  @Column('text')
  fromAccount: LedgerAccount;

  @Column('text')
  toAccount: LedgerAccount;

  @Column('numeric')
  amount: DecimalString;

  @Column('text')
  subjectType: LedgerSubject;

  /** The order or the payout; of a funding, its own id. */
  @Column('uuid')
  subjectId: string;

  /** The how manieth entry of its subject. */
  @Column('integer')
  number: number;

  @Column('text', { nullable: true })
  idempotencyKey: string | null;

  /** In the words of the person who funded. */
  @Column('text', { nullable: true })
  reference: string | null;

  @Column('uuid', { nullable: true })
  actorId: string | null;

  @Column('timestamptz')
  occurredAt: Date;
}
