import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The idempotency key of a payout. Written by a trigger alone, once the payouts have partitions: no index of theirs
 * could keep it unique. It outlives its payout, so that a key is never used for another.
 */
@Entity('payout_keys')
export class UsedIdempotencyKeyEntity {
  @PrimaryColumn('uuid')
  accountId: string;

  @PrimaryColumn('text')
  idempotencyKey: string;

  @Column('uuid')
  payoutId: string;
}
