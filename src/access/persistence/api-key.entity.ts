import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that callers present. Only a keyed hash of it is kept. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Null until its holder has redeemed it. */
  @Column({ type: 'bytea', nullable: true })
  keyHash: Buffer | null;

  /** Of the half that its maker was shown; null once it is redeemed. */
  @Column({ type: 'bytea', nullable: true })
  firstHalfHash: Buffer | null;

  /** Of the half that its confirmer was shown. */
  @Column({ type: 'bytea', nullable: true })
  secondHalfHash: Buffer | null;

  @Column('text', { array: true })
  roles: string[];

  /** Held beside those of its roles. */
  @Column('text', { array: true })
  scopes: string[];

  /** Which variable of the configuration it comes from; null for a key that was made through the API. */
  @Column('text', { nullable: true })
  configuredAs: 'bootstrap' | 'approver' | null;

  /** How the key begins, to recognise it by; null when it has no form of ours. */
  @Column('text', { nullable: true })
  prefix: string | null;

  /** Addresses and networks it may be used from; empty for any. */
  @Column('text', { array: true })
  allowedAddresses: string[];

  /** The accounts it sees and acts for; empty for all of them. */
  @Column('uuid', { array: true })
  accountIds: string[];

  /** The secret before the last rotation, which goes on working until `previousUntil`. */
  @Column({ type: 'bytea', nullable: true })
  previousKeyHash: Buffer | null;

  @Column('timestamptz', { nullable: true })
  previousUntil: Date | null;

  @Column('timestamptz', { nullable: true })
  rotatedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('uuid', { nullable: true })
  createdBy: string | null;

  @Column('uuid', { nullable: true })
  confirmedBy: string | null;

  /** Null while it waits for a second person. */
  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** Null while it waits for its holder, and for a key that nobody had to redeem. */
  @Column('timestamptz', { nullable: true })
  redeemedAt: Date | null;

  /** The caller who redeemed it; null when they came with nothing but its halves. */
  @Column('uuid', { nullable: true })
  redeemedBy: string | null;

  /** Since when another key stands in its place in the configuration. */
  @Column('timestamptz', { nullable: true })
  replacedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('uuid', { nullable: true })
  revokedBy: string | null;

  @Column('text', { nullable: true })
  revokeReason: string | null;

  /** To the minute: it is not written for every request. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
