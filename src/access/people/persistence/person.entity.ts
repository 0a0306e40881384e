import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A person whom an identity provider vouches for, as a caller. */
@Entity('people')
@Unique(['issuer', 'subject'])
export class PersonEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  issuer: string;

  @Column('text')
  subject: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
