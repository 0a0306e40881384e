import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';

/** A payout that a run has yet to read back. The row is deleted when that is done. */
@Entity('reconciliation_reads')
@Index(['nextTryAt'])
export class ReconciliationReadEntity {
  /**
   * The payout's id, which is enough because an account has one run at a time. There is no foreign key, because
   * checking it would lock the payout.
   */
  @PrimaryColumn('uuid')
  id: string;

  @Index()
  @Column('uuid')
  @ForeignKey(() => ReconciliationRunEntity)
  runId: string;

  /** Number of failed reads, including failed tries to confirm a suspicion. */
  @Column('integer', { default: 0 })
  tries: number;

  @Column('timestamptz', { default: () => 'now()' })
  nextTryAt: Date;
}
