import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { RolledSubject } from '../domain/rolled-subjects.js';

/** How, and how late, the ends of orders or payouts became known in an hour. */
@Entity('end_rollups')
@Check('chk_end_rollups_subject_type', `subject_type IN ('ORDER', 'PAYOUT')`)
@Check('chk_end_rollups_learned_by', `learned_by IN ('WEBHOOK', 'POLL', 'OTHER')`)
export class EndRollupEntity {
  @PrimaryColumn('text')
  subjectType: RolledSubject;

  /** Start of the hour (UTC) in which the ends became known. */
  @PrimaryColumn('timestamptz')
  hour: Date;

  @PrimaryColumn('uuid')
  accountId: string;

  /** The destination of payouts, the method of orders. */
  @PrimaryColumn('text')
  destination: string;

  /** Empty for orders of unknown currency. */
  @PrimaryColumn('text')
  currency: string;

  @PrimaryColumn('text')
  learnedBy: 'WEBHOOK' | 'POLL' | 'OTHER';

  /** How late the end became known, as a bucket of `DURATION_BUCKET_SQL`; 0 if unknown. */
  @PrimaryColumn('smallint')
  delayBucket: number;

  @Column('integer')
  count: number;
}
