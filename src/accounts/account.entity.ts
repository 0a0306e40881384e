import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an account's terminal accepts; empty until a method needs to know. */
export type TerminalProfile = Readonly<Record<string, never>>;

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

  @Column({ type: 'jsonb' })
  terminalProfile: TerminalProfile;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
