import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A caller who changed something lately, or was told of a change: no read may show them a state before that. */
@Entity('fresh_readers')
export class FreshReaderEntity {
  /** Of an API key or a person. */
  @PrimaryColumn('uuid')
  readerId: string;

  /** They may know of whatever was committed until then. */
  @Column('timestamptz')
  freshUntil: Date;
}
