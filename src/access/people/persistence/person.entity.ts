import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

@Entity('people')
@Unique(['issuer', 'subject'])
// All three columns are null or none is. A trigger forbids ending a block without a change request that a second person
// confirmed.
@Check('chk_people_block', 'num_nulls(blocked_at, blocked_by, block_reason) IN (0, 3)')
export class PersonEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  issuer: string;

  @Column('text')
  subject: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** Set while an administrator blocks the person, even if the identity provider still lets them sign in. */
  @Column('timestamptz', { nullable: true })
  blockedAt: Date | null;

  @Column('uuid', { nullable: true })
  blockedBy: string | null;

  @Column('text', { nullable: true })
  blockReason: string | null;
}
