import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The idempotency key of a payout. Once payouts are partitioned, a trigger writes a row for every key, because no index
 * across partitions can keep keys unique. The row outlives the payout, so a key is never reused.
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
