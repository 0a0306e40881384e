import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/persistence/account.entity.js';
import type { ReconciliationRun, ReconciliationStatus, ReconciliationTrigger } from '../domain/reconciliation-run.js';

@Entity('reconciliation_runs')
@Index('uq_reconciliation_runs_one_running', ['accountId'], { unique: true, where: `status = 'RUNNING'` })
@Index(['accountId', 'startedAt'])
@Index(['startedAt', 'id'])
@Check('chk_reconciliation_runs_trigger', `trigger IN ('SCHEDULE', 'REQUEST')`)
@Check('chk_reconciliation_runs_requested_by', `(trigger = 'REQUEST') = (requested_by IS NOT NULL)`)
@Check('chk_reconciliation_runs_status', `status IN ('RUNNING', 'DONE')`)
@Check('chk_reconciliation_runs_finished_at', `(status = 'DONE') = (finished_at IS NOT NULL)`)
export class ReconciliationRunEntity implements ReconciliationRun {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  @ForeignKey(() => AccountEntity)
  accountId: string;

  @Column('text')
  trigger: ReconciliationTrigger;

  @Column('uuid', { nullable: true })
  requestedBy: string | null;

  @Column('text')
  status: ReconciliationStatus;

  @Column('integer')
  payouts: number;

  @Column('integer', { default: 0 })
  checked: number;

  @Column('integer', { default: 0 })
  changed: number;

  @Column('integer', { default: 0 })
  discrepancies: number;

  @Column('integer', { default: 0 })
  errors: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  startedAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
