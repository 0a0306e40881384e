import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A caller who changed something lately, or received a change: no read may show them an older state. */
@Entity('fresh_readers')
export class FreshReaderEntity {
  @PrimaryColumn('uuid')
  readerId: string;

  /** They may know everything committed until then. */
  @Column('timestamptz')
  freshUntil: Date;
}
