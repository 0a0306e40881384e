import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Fields of a provider's object for which Purser has no columns. */
@Entity('provider_details')
@Index(['updatedAt'])
@Check('chk_provider_details_subject_type', `subject_type IN ('ORDER', 'PAYOUT')`)
export class ProviderDetailsEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  subjectType: 'ORDER' | 'PAYOUT';

  /** Keyed hash of the details. It detects changes, because encrypting the same text twice gives different results. */
  @Column({ type: 'bytea' })
  digest: Buffer;

  /** Names and values as JSON, encrypted by `FieldCipher`. */
  @Column({ type: 'bytea' })
  sealedDetails: Buffer;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
