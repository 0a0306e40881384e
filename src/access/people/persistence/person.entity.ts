import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

@Entity('people')
@Unique(['issuer', 'subject'])
// A trigger requires a change request of two people before a block ends.
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

  /** Set while an administrator blocks the person, whatever the identity provider says. */
  @Column('timestamptz', { nullable: true })
  blockedAt: Date | null;

  @Column('uuid', { nullable: true })
  blockedBy: string | null;

  @Column('text', { nullable: true })
  blockReason: string | null;
}
