import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A single row with a known text, encrypted. It shows at start whether `ENCRYPTION_KEY` is the key of this database.
 */
@Entity('encryption_check')
@Check('chk_encryption_check_id', 'id')
export class EncryptionCheckEntity {
  @PrimaryColumn('boolean', { default: true })
  id: boolean;

  @Column('bytea')
  sealedText: Buffer;
}
