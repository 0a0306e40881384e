import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { EntryKind, LedgerAccount, LedgerSubject } from '../domain/ledger-account.js';
import { LedgerBalanceEntity } from './ledger-balance.entity.js';

/** One amount that was moved between two ledger accounts. Append-only. */
@Entity('ledger_entries')
@ForeignKey(() => LedgerBalanceEntity, ['accountId', 'currency'], ['accountId', 'currency'])
// The id comes first, because searches by payout do not give the type.
@Unique(['subjectId', 'subjectType', 'number'])
@Unique(['accountId', 'idempotencyKey'])
@Index('ix_ledger_entries_occurred_at_id', ['accountId', 'currency', 'occurredAt', 'id'])
@Index('ix_ledger_entries_occurred_at', ['occurredAt', 'id'])
@Check('chk_ledger_entries_amount', 'amount > 0 AND amount < 1e12 AND scale(amount) <= 4')
@Check('chk_ledger_entries_number', 'number >= 1')
@Check(
  'chk_ledger_entries_kind',
  `(subject_type, kind, from_account, to_account) IN (
     ('FUNDING', 'FUNDING', 'FUNDING', 'AVAILABLE'),
     ('FUNDING', 'FUNDING_REVERSAL', 'AVAILABLE', 'FUNDING'),
     ('ORDER', 'INCOME', 'INCOME', 'AVAILABLE'),
     ('ORDER', 'INCOME_REVERSAL', 'AVAILABLE', 'INCOME'),
     ('PAYOUT', 'RESERVATION', 'AVAILABLE', 'RESERVED'),
     ('PAYOUT', 'RELEASE', 'RESERVED', 'AVAILABLE'),
     ('PAYOUT', 'PAYMENT', 'RESERVED', 'PAID_OUT'),
     ('PAYOUT', 'RETURN', 'PAID_OUT', 'AVAILABLE'),
     ('PAYOUT', 'RETAKING', 'AVAILABLE', 'PAID_OUT'),
     ('PAYOUT', 'REOPENING', 'PAID_OUT', 'RESERVED'))`,
)
// An entry made by a person contains that person, and a key that makes the request safe to repeat.
@Check(
  'chk_ledger_entries_funding',
  `CASE subject_type
   WHEN 'FUNDING' THEN idempotency_key IS NOT NULL AND reference IS NOT NULL AND actor_id IS NOT NULL
   ELSE idempotency_key IS NULL AND reference IS NULL AND actor_id IS NULL END`,
)
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

  /** The id of the order or payout; for a funding, the id of the entry itself. */
  @Column('uuid')
  subjectId: string;

  /** Number of the entry among those of its subject, starting with 1. */
  @Column('integer')
  number: number;

  @Column('text', { nullable: true })
  idempotencyKey: string | null;

  @Column('text', { nullable: true })
  reference: string | null;

  @Column('uuid', { nullable: true })
  actorId: string | null;

  // The application role cannot write to this column, so that entries cannot be backdated.
  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()', insert: false })
  occurredAt: Date;
}
