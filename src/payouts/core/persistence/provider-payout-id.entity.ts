import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A provider id of a payout or an attempt. Written only by triggers, once these tables have partitions, because no
 * index over partitions can keep it unique. It outlives a payout whose partition was detached.
 */
@Entity('provider_payout_ids')
@Check('chk_provider_payout_ids_of', `of IN ('payouts', 'payout_attempts')`)
export class ProviderPayoutIdEntity {
  @PrimaryColumn('uuid')
  providerPayoutId: string;

  @PrimaryColumn('text')
  of: 'payouts' | 'payout_attempts';

  @Column('uuid')
  payoutId: string;
}
