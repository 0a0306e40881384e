import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { XID8 } from '../../database/column-types.js';
import type { DeskSubject, LoggedAspect } from '../status-change.js';

/**
 * A logged change to something other than a status. Only triggers write to this table, and it is read through
 * `logged_changes`.
 */
@Entity('desk_changes')
@Index(['incarnation', 'txId', 'id'])
@Index(['subjectId', 'id'])
@Check(
  'chk_desk_changes_subject_type',
  `subject_type IN ('API_KEY', 'BALANCE', 'CHANGE_REQUEST', 'DISCREPANCY', 'GATE', 'ORDER', 'PAYOUT', 'POLICY',
    'RECONCILIATION', 'WEBHOOK_EVENT')`,
)
@Check('chk_desk_changes_aspects', `aspects <@ '{APPROVALS,CONTENT,HOLD,PROBLEM,PROPOSAL,PURGED}'`)
export class DeskChangeEntity {
  /** Drawn from the same sequence as the ids in `status_changes`. */
  @PrimaryColumn('bigint')
  id: string;

  @Column('integer', { default: () => 'current_incarnation()' })
  incarnation: number;

  @Column({ type: XID8, default: () => 'pg_current_xact_id()' })
  txId: string;

  @Column('text')
  subjectType: DeskSubject | 'ORDER' | 'PAYOUT';

  @Column('uuid', { nullable: true })
  subjectId: string | null;

  /** Which parts of a payout changed; empty for other objects. */
  @Column('text', { array: true, default: [] })
  aspects: LoggedAspect[];

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  occurredAt: Date;
}
