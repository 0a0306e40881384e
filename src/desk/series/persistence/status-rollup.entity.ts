import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { DecimalString } from '../../../common/decimal.js';
import type { RolledSubject } from '../domain/rolled-subjects.js';

/** How many orders or payouts created in an hour have a status now, and their amounts. */
@Entity('status_rollups')
@Check('chk_status_rollups_subject_type', `subject_type IN ('ORDER', 'PAYOUT')`)
export class StatusRollupEntity {
  @PrimaryColumn('text')
  subjectType: RolledSubject;

  /** Start of the hour (UTC) in which they were created. */
  @PrimaryColumn('timestamptz')
  hour: Date;

  @PrimaryColumn('uuid')
  accountId: string;

  @PrimaryColumn('text')
  destination: string;

  /** Empty for orders of unknown currency. */
  @PrimaryColumn('text')
  currency: string;

  @PrimaryColumn('text')
  status: string;

  /** How long they took to reach a final status, as a bucket of `DURATION_BUCKET_SQL`; 0 for other statuses. */
  @PrimaryColumn('smallint')
  secondsBucket: number;

  @Column('integer')
  count: number;

  /** 0 for payouts that may still be changed. */
  @Column('numeric')
  amount: DecimalString;
}
