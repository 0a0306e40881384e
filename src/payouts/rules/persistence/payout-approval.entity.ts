import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ApprovalRecord, VoidedAs } from '../domain/payout-approval.js';
import { PayoutEntity } from '../../core/persistence/payout.entity.js';

/**
 * An approval of a payout with certain content. Triggers reject approvals by the payout's maker, and any UPDATE of the
 * content.
 */
@Entity('payout_approvals')
@Index('uq_payout_approvals_payout_id_approver_id', ['payoutId', 'approverId'], {
  unique: true,
  where: 'voided_at IS NULL',
})
@Check('chk_payout_approvals_voided', '(voided_at IS NULL) = (voided_as IS NULL)')
@Check('chk_payout_approvals_voided_as', `voided_as IN ('CHANGED', 'WITHDRAWN', 'DECLINED', 'EXPIRED', 'REVOKED')`)
export class PayoutApprovalEntity implements ApprovalRecord {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  @ForeignKey(() => PayoutEntity)
  payoutId: string;

  @Column('uuid')
  approverId: string;

  @Column('bytea')
  contentHash: Buffer;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  approvedAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  voidedAt: Date | null;

  @Column('text', { nullable: true })
  voidedAs: VoidedAs | null;
}
