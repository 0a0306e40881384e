import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A session of the dashboard, opened with an API key. The row is deleted once the session has ended. */
@Entity('dashboard_sessions')
@Check('chk_dashboard_sessions_hashes', 'length(secret_hash) = 32 AND length(key_hash) = 32')
export class DashboardSessionEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** A keyed hash of the secret in the cookie. */
  @Column('bytea', { unique: true })
  secretHash: Buffer;

  /** That of the API key's secret which opened it: the session opens what that secret does, and for as long. */
  @Column('bytea')
  keyHash: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt: Date;

  /** To the minute: it is not written for every request. */
  @Column('timestamptz', { default: () => 'now()' })
  usedAt: Date;
}
