import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { DecimalString } from '../../../common/decimal.js';
import type { Facts } from '../../audit/audit-entry.js';
import type { Discrepancy, DiscrepancyKind } from '../discrepancy.js';

@Entity('discrepancies')
@Index('uq_discrepancies_open', ['kind', 'accountId', 'subject'], { unique: true, where: 'closed_at IS NULL' })
@Index(['subject', 'closedAt'])
@Index(['openedAt', 'id'])
// Finds lost payments, with which each new payout is compared.
@Index('ix_discrepancies_lost_payments', ['amount', 'requisitesHash'], {
  where: `kind = 'UNKNOWN_PAYOUT' AND payout_id IS NULL`,
})
@Check('chk_discrepancies_requisites_hash', 'length(requisites_hash) = 32')
@Check(
  'chk_discrepancies_kind',
  `kind IN ('AMOUNT', 'RECIPIENT', 'STATUS_REGRESSION', 'CORRECTED', 'ABSENT', 'UNKNOWN_PAYOUT', 'BALANCE',
     'NOT_IN_STATEMENT')`,
)
@Check('chk_discrepancies_closed', '(closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (note IS NULL)')
export class DiscrepancyEntity implements Discrepancy {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  kind: DiscrepancyKind;

  // By table name, because the entity of `accounts` belongs to a higher module.
  @Column('uuid')
  @ForeignKey('accounts')
  accountId: string;

  /** Recognises the difference when it is found again. */
  @Column('text')
  subject: string;

  @Index()
  @Column('uuid', { nullable: true })
  payoutId: string | null;

  @Column('uuid', { nullable: true })
  providerPayoutId: string | null;

  @Column('jsonb', { nullable: true })
  ours: Facts | null;

  @Column('jsonb', { nullable: true })
  theirs: Facts | null;

  @Column('numeric', { nullable: true })
  amount: DecimalString | null;

  @Column({ type: 'bytea', nullable: true })
  requisitesHash: Buffer | null;

  @Column('integer', { default: 1 })
  timesSeen: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  openedAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  lastSeenAt: Date;

  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;

  @Column('uuid', { nullable: true })
  closedBy: string | null;

  @Column('text', { nullable: true })
  note: string | null;

  @Column('boolean', { nullable: true })
  isThisPayout: boolean | null;
}
