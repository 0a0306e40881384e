import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { DecimalString } from '../../../common/decimal.js';
import type { RolledSubject } from '../domain/rolled-subjects.js';

/** How many orders or payouts of an hour stand at a status now, and their amounts. */
@Entity('status_rollups')
@Check('chk_status_rollups_subject_type', `subject_type IN ('ORDER', 'PAYOUT')`)
export class StatusRollupEntity {
  @PrimaryColumn('text')
  subjectType: RolledSubject;

  /** The beginning of the hour, in UTC, in which they were created. */
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
  status: string;

  /** How long they took to come to a final status, as a number of `DURATION_BUCKET_SQL`; 0 for any other status. */
  @PrimaryColumn('smallint')
  secondsBucket: number;

  @Column('integer')
  count: number;

  /** Of payouts that may still be changed it is 0. */
  @Column('numeric')
  amount: DecimalString;
}
