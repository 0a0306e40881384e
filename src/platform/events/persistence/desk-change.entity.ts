import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { XID8 } from '../../database/column-types.js';
import type { DeskSubject, LoggedAspect } from '../status-change.js';

/** One entry of the log of changes that are no status. Written by triggers alone, and read through `logged_changes`. */
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
  /** Drawn from the sequence of `status_changes`. */
  @PrimaryColumn('bigint')
  id: string;

  @Column('integer', { default: () => 'current_incarnation()' })
  incarnation: number;

  @Column({ type: XID8, default: () => 'pg_current_xact_id()' })
  txId: string;

  @Column('text')
  subjectType: DeskSubject | 'ORDER' | 'PAYOUT';

  /** Null where there is one such thing. */
  @Column('uuid', { nullable: true })
  subjectId: string | null;

  /** The parts of a payout that changed; empty for all else. */
  @Column('text', { array: true, default: [] })
  aspects: LoggedAspect[];

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  occurredAt: Date;
}
