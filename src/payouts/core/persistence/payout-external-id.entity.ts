import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The external id of a payout that may not share it. A unique index of the payouts could not keep it: they may have
 * partitions, and older payouts share theirs. The id outlives its payout, so the same invoice is never paid twice.
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
