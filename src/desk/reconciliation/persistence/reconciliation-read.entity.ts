import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';

/** A payout that a run is to read back; gone once that is done. */
@Entity('reconciliation_reads')
@Index(['nextTryAt'])
export class ReconciliationReadEntity {
  /** The payout's: its account has one run at a time. No foreign key, whose check would lock the payout. */
  @PrimaryColumn('uuid')
  id: string;

  @Index()
  @Column('uuid')
  @ForeignKey(() => ReconciliationRunEntity)
  runId: string;

  /** How often it could not be read, or not be confirmed once it was suspected. */
  @Column('integer', { default: 0 })
  tries: number;

  @Column('timestamptz', { default: () => 'now()' })
  nextTryAt: Date;
}
