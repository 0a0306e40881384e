import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { RolledSubject } from '../domain/rolled-subjects.js';

/** How, and how late, Purser learned in one hour that orders or payouts had reached a final status. */
@Entity('end_rollups')
@Check('chk_end_rollups_subject_type', `subject_type IN ('ORDER', 'PAYOUT')`)
@Check('chk_end_rollups_learned_by', `learned_by IN ('WEBHOOK', 'POLL', 'OTHER')`)
export class EndRollupEntity {
  @PrimaryColumn('text')
  subjectType: RolledSubject;

  /** Start of the hour (UTC) in which Purser learned of the final statuses. */
  @PrimaryColumn('timestamptz')
  hour: Date;

  @PrimaryColumn('uuid')
  accountId: string;

  /** The destination for payouts, the method for orders. */
  @PrimaryColumn('text')
  destination: string;

  /** Empty for orders with an unknown currency. */
  @PrimaryColumn('text')
  currency: string;

  @PrimaryColumn('text')
  learnedBy: 'WEBHOOK' | 'POLL' | 'OTHER';

  /** How late Purser learned of the final status, as a bucket of `DURATION_BUCKET_SQL`; 0 if unknown. */
  @PrimaryColumn('smallint')
  delayBucket: number;

  @Column('integer')
  count: number;
}
