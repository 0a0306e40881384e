import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The fields of a provider's object that have no column: of an order, or of a payout. */
@Entity('provider_details')
@Index(['updatedAt'])
@Check('chk_provider_details_subject_type', `subject_type IN ('ORDER', 'PAYOUT')`)
export class ProviderDetailsEntity {
  /** Purser's id of the order or the payout. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  subjectType: 'ORDER' | 'PAYOUT';

  /** Keyed hash of the details: each sealing of the same gives another text. */
  @Column({ type: 'bytea' })
  digest: Buffer;

  /** Names and values as JSON, sealed by `FieldCipher`. */
  @Column({ type: 'bytea' })
  sealedDetails: Buffer;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
