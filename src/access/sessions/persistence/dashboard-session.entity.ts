import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A dashboard session, started with an API key or at the identity provider. The row is deleted when the session ends.
 */
@Entity('dashboard_sessions')
@Check('chk_dashboard_sessions_credential', '(key_hash IS NULL) <> (sealed_tokens IS NULL)')
@Check('chk_dashboard_sessions_hashes', 'length(secret_hash) = 32 AND length(key_hash) = 32')
export class DashboardSessionEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** Keyed hash of the secret in the cookie. */
  @Column('bytea', { unique: true })
  secretHash: Buffer;

  /**
   * Hash of the API key secret that started the session. The session has the rights of that key and ends when the
   * secret stops working.
   */
  @Column('bytea', { nullable: true })
  keyHash: Buffer | null;

  /** The person's tokens, sealed. They identify the person. */
  @Column('bytea', { nullable: true })
  sealedTokens: Buffer | null;

  /** The API key or person who signed in. Null for a session from the previous release that has not been used since. */
  @Column('uuid', { nullable: true })
  actorId: string | null;

  /** The address of the sign-in, by which people recognise their sessions. */
  @Column('text', { nullable: true })
  clientAddress: string | null;

  /** The browser's name, such as "Firefox on Windows"; null for an unknown browser. */
  @Column('text', { nullable: true })
  browser: string | null;

  /** The time until which one replica may refresh the tokens, while the others wait. */
  @Column('timestamptz', { nullable: true })
  refreshingUntil: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt: Date;

  /** When the actor last presented the key or signed in at the identity provider. */
  @Column('timestamptz', { default: () => 'now()' })
  provenAt: Date;

  /** Precise to the minute, so that it is not written on every request. */
  @Column('timestamptz', { default: () => 'now()' })
  usedAt: Date;
}
