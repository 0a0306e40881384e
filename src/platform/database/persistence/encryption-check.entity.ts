import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: a known text, sealed. Tells at boot whether `ENCRYPTION_KEY` is the key this database was written with. */
@Entity('encryption_check')
@Check('chk_encryption_check_id', 'id')
export class EncryptionCheckEntity {
  @PrimaryColumn('boolean', { default: true })
  id: boolean;

  @Column('bytea')
  sealedText: Buffer;
}
