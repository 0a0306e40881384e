import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A merchant account at the provider: one API token, one terminal. */
@Entity('accounts')
@Check('chk_accounts_name', 'length(name) BETWEEN 1 AND 100')
export class AccountEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { unique: true })
  name: string;

  /** The provider's API token, sealed by `FieldCipher`. */
  @Column({ type: 'bytea' })
  sealedApiToken: Buffer;

  /** May be of an older version: read it with `terminalProfileOf`. */
  @Column('jsonb', { default: {} })
  terminalProfile: unknown;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
