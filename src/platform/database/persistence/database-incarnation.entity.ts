import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { OID } from '../column-types.js';

/**
 * One incarnation of the data: a promotion, a restore or a copy of the database starts a new one. Only
 * `current_incarnation()` writes rows, and its migration explains how.
 */
@Entity('database_incarnations')
@Check('chk_database_incarnations_number', 'number > 0')
@Check('chk_database_incarnations_origin', `origin IN ('CREATED', 'NEW_TIMELINE', 'RESTORED')`)
export class DatabaseIncarnationEntity {
  /** Increases with the start time of the incarnation. */
  @PrimaryColumn('integer')
  number: number;

  /**
   * What makes it differ from the previous incarnation. A point-in-time recovery counts, because it starts a new
   * timeline.
   */
  @Column('text')
  origin: 'CREATED' | 'NEW_TIMELINE' | 'RESTORED';

  @Column('bigint')
  systemIdentifier: string;

  @Column('integer')
  timeline: number;

  @Column({ type: OID })
  databaseOid: number;

  @Column('bigint')
  rowXmin: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  beganAt: Date;
}
