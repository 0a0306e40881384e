import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A dashboard session, started with an API key or at the identity provider. The row is deleted once the session has
 * ended.
 */
@Entity('dashboard_sessions')
@Check('chk_dashboard_sessions_credential', '(key_hash IS NULL) <> (sealed_tokens IS NULL)')
@Check('chk_dashboard_sessions_hashes', 'length(secret_hash) = 32 AND length(key_hash) = 32')
export class DashboardSessionEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** Keyed hash of the cookie's secret. */
  @Column('bytea', { unique: true })
  secretHash: Buffer;

  /** Hash of the API key's secret that started it. The session has the rights of that secret, and ends with it. */
  @Column('bytea', { nullable: true })
  keyHash: Buffer | null;

  /** Tokens of a person; they identify the person. */
  @Column('bytea', { nullable: true })
  sealedTokens: Buffer | null;

  /** The API key or person who signed in. Null for a session of the previous release that has not been used since. */
  @Column('uuid', { nullable: true })
  actorId: string | null;

  /** Where the sign-in came from, so people recognise their sessions. */
  @Column('text', { nullable: true })
  clientAddress: string | null;

  /** The browser, such as "Firefox on Windows"; null for an unknown one. */
  @Column('text', { nullable: true })
  browser: string | null;

  /** Until when one replica is refreshing the tokens; the others wait. */
  @Column('timestamptz', { nullable: true })
  refreshingUntil: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt: Date;

  /** When the actor last presented the key, or signed in at the identity provider. */
  @Column('timestamptz', { default: () => 'now()' })
  provenAt: Date;

  /** To the minute, so it is not written on every request. */
  @Column('timestamptz', { default: () => 'now()' })
  usedAt: Date;
}
