import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A merchant account at the provider. It has one API token and one terminal. */
@Entity('accounts')
@Check('chk_accounts_name', 'length(name) BETWEEN 1 AND 100')
export class AccountEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { unique: true })
  name: string;

  /** The API token for the provider, encrypted by `FieldCipher`. */
  @Column({ type: 'bytea' })
  sealedApiToken: Buffer;

  /** May have the form of an older version, so read it with `terminalProfileOf`. */
  @Column('jsonb', { default: {} })
  terminalProfile: unknown;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
