import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A provider id of a payout or an attempt. Once these tables are partitioned, triggers write a row for every id,
 * because no index across partitions can keep ids unique. The row remains when the payout's partition is detached.
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
