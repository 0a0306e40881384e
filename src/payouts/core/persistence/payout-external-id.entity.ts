import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Reserves an external id that only one payout may have. A unique index cannot enforce this: payouts may be
 * partitioned, and older payouts may share their ids. The row outlives the payout, so the same invoice is never paid
 * twice.
 */
@Entity('payout_external_ids')
export class PayoutExternalIdEntity {
  @PrimaryColumn('uuid')
  accountId: string;

  @PrimaryColumn('text')
  externalId: string;

  @Column('uuid')
  payoutId: string;
}
