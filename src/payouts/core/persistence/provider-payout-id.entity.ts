import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An id of the provider's that a payout or an attempt has. Written by triggers alone, once these have partitions: no
 * index of theirs could keep it unique. An id outlives a payout whose partition was detached.
 */
@Entity('provider_payout_ids')
@Check('chk_provider_payout_ids_of', `of IN ('payouts', 'payout_attempts')`)
export class ProviderPayoutIdEntity {
  @PrimaryColumn('uuid')
  providerPayoutId: string;

  /** The table whose row has it. */
  @PrimaryColumn('text')
  of: 'payouts' | 'payout_attempts';

  @Column('uuid')
  payoutId: string;
}
