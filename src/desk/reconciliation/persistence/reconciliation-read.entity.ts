import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';

/** A payout that a run is to read back. Deleted once done. */
@Entity('reconciliation_reads')
@Index(['nextTryAt'])
export class ReconciliationReadEntity {
  /** The payout's id: an account has one run at a time. No foreign key, whose check would lock the payout. */
  @PrimaryColumn('uuid')
  id: string;

  @Index()
  @Column('uuid')
  @ForeignKey(() => ReconciliationRunEntity)
  runId: string;

  /** Number of failed reads, and of failed confirmations of a suspicion. */
  @Column('integer', { default: 0 })
  tries: number;

  @Column('timestamptz', { default: () => 'now()' })
  nextTryAt: Date;
}
