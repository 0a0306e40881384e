import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sign-in from which the browser has already returned, so its cookie is no longer valid. */
@Entity('used_sign_ins')
@Check('chk_used_sign_ins_hash', 'length(state_hash) = 32')
export class UsedSignInEntity {
  /** Keyed hash of the sign-in's state parameter. */
  @PrimaryColumn('bytea')
  stateHash: Buffer;

  @Index()
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  usedAt: Date;
}
