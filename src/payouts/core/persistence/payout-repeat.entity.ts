import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A payout that pays an earlier one again. All repeats of a payout, and theirs, form a family, of which only the latest
 * is live. In a table of its own, because a unique index over partitions could not keep the live one unique.
 */
@Entity('payout_repeats')
@Index('uq_payout_repeats_root_id', ['rootId'], { unique: true, where: 'is_live' })
@Index(['rootId'])
export class PayoutRepeatEntity {
  @PrimaryColumn('uuid')
  repeatId: string;

  /** The payout that it repeats. */
  @Index()
  @Column('uuid')
  payoutId: string;

  /** The first payout of the family, which repeats no other. */
  @Column('uuid')
  rootId: string;

  /** False once a later repeat of the family was made. */
  @Column('boolean', { default: true })
  isLive: boolean;
}
