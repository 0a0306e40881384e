import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sign-in at the identity provider that a browser came back from. Its cookie opens nothing any more. */
@Entity('used_sign_ins')
@Check('chk_used_sign_ins_hash', 'length(state_hash) = 32')
export class UsedSignInEntity {
  /** A keyed hash of the state that the browser carried. */
  @PrimaryColumn('bytea')
  stateHash: Buffer;

  @Index()
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  usedAt: Date;
}
