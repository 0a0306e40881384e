import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A session of the dashboard, opened with an API key or at the identity provider. The row is deleted once the session has ended. */
@Entity('dashboard_sessions')
@Check('chk_dashboard_sessions_credential', '(key_hash IS NULL) <> (sealed_tokens IS NULL)')
@Check('chk_dashboard_sessions_hashes', 'length(secret_hash) = 32 AND length(key_hash) = 32')
export class DashboardSessionEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** A keyed hash of the secret in the cookie. */
  @Column('bytea', { unique: true })
  secretHash: Buffer;

  /** That of the API key's secret which opened it: the session opens what that secret does, and for as long. */
  @Column('bytea', { nullable: true })
  keyHash: Buffer | null;

  /** Those of a person, who is whom the tokens say. */
  @Column('bytea', { nullable: true })
  sealedTokens: Buffer | null;

  /** The API key or person who is signed in. Null for a session of the release before that was not used since. */
  @Column('uuid', { nullable: true })
  actorId: string | null;

  /** Where the sign-in came from, for people to recognise their own sessions. */
  @Column('text', { nullable: true })
  clientAddress: string | null;

  /** The browser in a few words, such as "Firefox on Windows"; null for an unknown one. */
  @Column('text', { nullable: true })
  browser: string | null;

  /** Until when one replica has the tokens exchanged for new ones; the others leave it to that one. */
  @Column('timestamptz', { nullable: true })
  refreshingUntil: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt: Date;

  /** When the actor last presented the key, or signed in at the identity provider. */
  @Column('timestamptz', { default: () => 'now()' })
  provenAt: Date;

  /** To the minute: it is not written for every request. */
  @Column('timestamptz', { default: () => 'now()' })
  usedAt: Date;
}
