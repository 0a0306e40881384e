import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { DecimalString } from '../../../common/decimal.js';
import type { RolledSubject } from '../domain/rolled-subjects.js';

/** Of the orders or payouts created in one hour, the number that have a certain status now, and their total amount. */
@Entity('status_rollups')
@Check('chk_status_rollups_subject_type', `subject_type IN ('ORDER', 'PAYOUT')`)
export class StatusRollupEntity {
  @PrimaryColumn('text')
  subjectType: RolledSubject;

  /** Start of the hour (UTC) in which the orders or payouts were created. */
  @PrimaryColumn('timestamptz')
  hour: Date;

  @PrimaryColumn('uuid')
  accountId: string;

  @PrimaryColumn('text')
  destination: string;

  /** Empty for orders with an unknown currency. */
  @PrimaryColumn('text')
  currency: string;

  @PrimaryColumn('text')
  status: string;

  /**
   * How long it took to reach the final status, as a bucket of `DURATION_BUCKET_SQL`; 0 for statuses that are not
   * final.
   */
  @PrimaryColumn('smallint')
  secondsBucket: number;

  @Column('integer')
  count: number;

  /** 0 for payouts that can still be changed. */
  @Column('numeric')
  amount: DecimalString;
}
