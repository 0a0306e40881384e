import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that callers present. Only a keyed hash of it is kept. */
@Entity('api_keys')
@Check('chk_api_keys_key_hash', 'length(key_hash) = 32')
@Check('chk_api_keys_roles', `roles <@ '{viewer,operator,approver,admin,auditor}'`)
@Check('chk_api_keys_configured_as', `configured_as IN ('bootstrap', 'approver')`)
// Creating payouts, approving them and making keys: nobody does two of them.
@Check(
  'chk_api_keys_separate_duties',
  `(roles @> '{operator}' OR scopes @> '{payouts:create}')::int
   + (roles @> '{approver}' OR scopes @> '{payouts:approve}')::int
   + (roles @> '{admin}' OR scopes @> '{keys:manage}')::int <= 1`,
)
// Anybody who made it never confirms it; a trigger refuses one person with two keys as well.
@Check(
  'chk_api_keys_two_people',
  'created_by IS NULL OR confirmed_at IS NULL OR (confirmed_by IS NOT NULL AND confirmed_by <> created_by)',
)
@Check(
  'chk_api_keys_lifetime',
  `created_by IS NULL OR (expires_at IS NOT NULL AND expires_at <= created_at + interval '366 days')`,
)
@Check(
  'chk_api_keys_previous',
  '(previous_key_hash IS NULL) = (previous_until IS NULL) AND length(previous_key_hash) = 32',
)
// No secret before a second person has confirmed the key and its holder has redeemed it.
@Check(
  'chk_api_keys_redeemed',
  `CASE WHEN key_hash IS NULL THEN created_by IS NOT NULL AND redeemed_at IS NULL
   ELSE created_by IS NULL OR confirmed_at IS NOT NULL END`,
)
@Check(
  'chk_api_keys_halves',
  `length(first_half_hash) = 32 AND length(second_half_hash) = 32
   AND (key_hash IS NULL OR (first_half_hash IS NULL AND second_half_hash IS NULL))
   AND (second_half_hash IS NULL OR confirmed_at IS NOT NULL)`,
)
@Check('chk_api_keys_account_ids', 'cardinality(account_ids) <= 20')
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Null until its holder has redeemed it. */
  @Column('bytea', { nullable: true, unique: true })
  keyHash: Buffer | null;

  /** Of the half that its maker was shown; null once it is redeemed. */
  @Column('bytea', { nullable: true, unique: true })
  firstHalfHash: Buffer | null;

  /** Of the half that its confirmer was shown. */
  @Column({ type: 'bytea', nullable: true })
  secondHalfHash: Buffer | null;

  @Column('text', { array: true, default: [] })
  roles: string[];

  /** Held beside those of its roles. */
  @Column('text', { array: true, default: [] })
  scopes: string[];

  /** Which variable of the configuration it comes from; null for a key that was made through the API. */
  @Column('text', { nullable: true })
  configuredAs: 'bootstrap' | 'approver' | null;

  /** How the key begins, to recognise it by; null when it has no form of Purser's. */
  @Column('text', { nullable: true })
  prefix: string | null;

  /** Addresses and networks it may be used from; empty for any. */
  @Column('text', { array: true, default: [] })
  allowedAddresses: string[];

  /** The accounts it sees and acts for; empty for all of them. */
  @Column('uuid', { array: true, default: [] })
  accountIds: string[];

  /** The secret before the last rotation, which goes on working until `previousUntil`. */
  @Column('bytea', { nullable: true, unique: true })
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

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
