import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Facts } from '../../../desk/audit/audit-entry.js';
import type { ChangeKind, ClosedAs } from '../domain/change-request.js';

/** A change that one person proposed and another confirms or declines. A trigger rejects the same person for both. */
@Entity('change_requests')
@Index('uq_change_requests_open', ['kind', 'subject'], { unique: true, where: 'closed_as IS NULL' })
@Check('chk_change_requests_content_hash', 'length(content_hash) = 32')
@Check('chk_change_requests_closed_as', `closed_as IN ('CONFIRMED', 'DECLINED', 'REPLACED', 'EXPIRED', 'FAILED')`)
@Check('chk_change_requests_close', '(closed_as IS NULL) = (closed_at IS NULL)')
@Check(
  'chk_change_requests_two_people',
  `closed_as IS DISTINCT FROM 'CONFIRMED' OR (closed_by IS NOT NULL AND closed_by <> proposed_by)`,
)
export class ChangeRequestEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  kind: ChangeKind;

  @Column('text')
  subject: string;

  /** The account that the change is about; null if it affects more than one. */
  @Column('uuid', { nullable: true })
  accountId: string | null;

  @Column('jsonb')
  content: Facts;

  @Column('bytea')
  contentHash: Buffer;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('uuid')
  proposedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  proposedAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('text', { nullable: true })
  closedAs: ClosedAs | null;

  @Column('uuid', { nullable: true })
  closedBy: string | null;

  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;
}
