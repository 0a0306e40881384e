import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last beat of a process that reads from a standby: a standby that shows it shows all that was committed before. */
@Entity('standby_beats')
export class StandbyBeatEntity {
  /** Made at the start of the process. */
  @PrimaryColumn('uuid')
  processId: string;

  @Column('integer')
  number: number;

  @Column('timestamptz')
  beatenAt: Date;
}
