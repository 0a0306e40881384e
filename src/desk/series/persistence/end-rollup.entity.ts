import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { RolledSubject } from '../domain/rolled-subjects.js';

/** How the ends of orders or payouts became known in an hour, and how late. */
@Entity('end_rollups')
@Check('chk_end_rollups_subject_type', `subject_type IN ('ORDER', 'PAYOUT')`)
@Check('chk_end_rollups_learned_by', `learned_by IN ('WEBHOOK', 'POLL', 'OTHER')`)
export class EndRollupEntity {
  @PrimaryColumn('text')
  subjectType: RolledSubject;

  /** The beginning of the hour, in UTC, in which the ends became known. */
  @PrimaryColumn('timestamptz')
  hour: Date;

  @PrimaryColumn('uuid')
  accountId: string;

  /** The destination of payouts, the method of orders. */
  @PrimaryColumn('text')
  destination: string;

  /** Empty for orders whose currency is not known. */
  @PrimaryColumn('text')
  currency: string;

  @PrimaryColumn('text')
  learnedBy: 'WEBHOOK' | 'POLL' | 'OTHER';

  /** How late the end became known, as a number of `DURATION_BUCKET_SQL`; 0 where nothing tells. */
  @PrimaryColumn('smallint')
  delayBucket: number;

  @Column('integer')
  count: number;
}
