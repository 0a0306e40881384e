import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The last heartbeat of a process that reads from a standby. A standby that shows this row shows everything that was
 * committed before it.
 */
@Entity('standby_beats')
export class StandbyBeatEntity {
  /** Generated when the process starts. */
  @PrimaryColumn('uuid')
  processId: string;

  @Column('integer')
  number: number;

  @Column('timestamptz')
  beatenAt: Date;
}
