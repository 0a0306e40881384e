import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The external id of a payout that may not share it. A unique index cannot enforce this: payouts may have partitions,
 * and older ones share their ids. The id outlives its payout, so the same invoice is never paid twice.
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
