import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A person whom an identity provider vouches for, as a caller. */
@Entity('people')
@Unique(['issuer', 'subject'])
// A trigger asks for a change request of two people before a block ends.
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

  /** Null unless an administrator blocked the person: nothing that the identity provider says lets them in then. */
  @Column('timestamptz', { nullable: true })
  blockedAt: Date | null;

  @Column('uuid', { nullable: true })
  blockedBy: string | null;

  @Column('text', { nullable: true })
  blockReason: string | null;
}
