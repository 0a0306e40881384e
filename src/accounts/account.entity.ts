import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A merchant account at the provider: one API token, one terminal. */
@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The provider's API token, sealed by `FieldCipher`. */
  @Column({ type: 'bytea' })
  sealedApiToken: Buffer;

  /** As stored, which an older version may have written: read it with `terminalProfileOf`. */
  @Column({ type: 'jsonb' })
  terminalProfile: unknown;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
