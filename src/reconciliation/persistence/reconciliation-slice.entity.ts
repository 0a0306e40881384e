import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';

/** A part of the work of a run, gone when the run is over. */
@Entity('reconciliation_slices')
@Index(['nextTryAt'], { where: 'next_try_at IS NOT NULL' })
export class ReconciliationSliceEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Index()
  @Column('uuid')
  @ForeignKey(() => ReconciliationRunEntity)
  runId: string;

  @Column('uuid', { array: true })
  payoutIds: string[];

  /** Not read back yet. */
  @Column('uuid', { array: true })
  unreadIds: string[];

  /** Read back once against an end; to be read a second time. */
  @Column('uuid', { array: true, default: [] })
  suspectedIds: string[];

  @Column('integer', { default: 0 })
  tries: number;

  /** Counts what was recorded of it: of two who worked on it, only the first records. */
  @Column('integer', { default: 0 })
  version: number;

  @Column('integer', { default: 0 })
  checked: number;

  @Column('integer', { default: 0 })
  changed: number;

  @Column('integer', { default: 0 })
  discrepancies: number;

  @Column('integer', { default: 0 })
  errors: number;

  @Column('timestamptz', { nullable: true })
  nextTryAt: Date | null;
}
