import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A caller who recently changed something or received a change. No read may show them an older state than that. */
@Entity('fresh_readers')
export class FreshReaderEntity {
  @PrimaryColumn('uuid')
  readerId: string;

  /** They may know everything that was committed until this time. */
  @Column('timestamptz')
  freshUntil: Date;
}
