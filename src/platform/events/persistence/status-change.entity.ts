import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { XID8 } from '../../database/column-types.js';
import type { Details, StatusChangeCause, SubjectType } from '../status-change.js';

/** One entry in the log. Append-only: a trigger rejects UPDATE and DELETE. */
@Entity('status_changes')
// The order in which readers see the log, explained in docs/adr/0004.
@Index(['incarnation', 'txId', 'id'])
@Index(['subjectId', 'id'])
// Finds the final statuses of orders and payouts, for the statistics on webhooks.
@Index('ix_status_changes_ends', ['subjectType', 'occurredAt'], {
  where: `to_status IN ('PAID', 'DECLINED', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED')`,
})
@Check('chk_status_changes_subject_type', `subject_type IN ('ORDER', 'PAYOUT', 'H2H')`)
@Check(
  'chk_status_changes_cause',
  `cause IN ('API', 'PROVIDER_RESPONSE', 'WEBHOOK', 'POLL', 'RECONCILIATION', 'OPERATOR', 'DEADLINE')`,
)
@Check('chk_status_changes_from_status', `from_status IS DISTINCT FROM to_status OR subject_type = 'H2H'`)
export class StatusChangeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('integer', { default: () => 'current_incarnation()' })
  incarnation: number;

  @Column({ type: XID8, default: () => 'pg_current_xact_id()' })
  txId: string;

  @Column('text')
  subjectType: SubjectType;

  @Column('uuid')
  subjectId: string;

  @Column('text', { nullable: true })
  fromStatus: string | null;

  @Column('text')
  toStatus: string;

  @Column('text')
  cause: StatusChangeCause;

  @Column('jsonb', { default: {} })
  evidence: Details;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  occurredAt: Date;
}
