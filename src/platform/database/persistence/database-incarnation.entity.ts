import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { OID } from '../column-types.js';

/** One history that the data has lived through. Only `current_incarnation()` writes it; its migration explains how. */
@Entity('database_incarnations')
@Check('chk_database_incarnations_number', 'number > 0')
@Check('chk_database_incarnations_origin', `origin IN ('CREATED', 'NEW_TIMELINE', 'RESTORED')`)
export class DatabaseIncarnationEntity {
  /** Grows with its start time. */
  @PrimaryColumn('integer')
  number: number;

  /** How it differs from the previous one. A point-in-time recovery is a new timeline, too. */
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
