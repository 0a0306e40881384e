import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The idempotency key of a payout. Written only by a trigger, once payouts have partitions, because no index over
 * partitions can keep it unique. It outlives its payout, so a key is never reused.
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
