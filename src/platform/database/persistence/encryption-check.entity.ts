import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: a known text, sealed. Reveals at start whether `ENCRYPTION_KEY` is this database's key. */
@Entity('encryption_check')
@Check('chk_encryption_check_id', 'id')
export class EncryptionCheckEntity {
  @PrimaryColumn('boolean', { default: true })
  id: boolean;

  @Column('bytea')
  sealedText: Buffer;
}
