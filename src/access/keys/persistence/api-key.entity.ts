import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that callers present. Only the keyed hash of its secret is stored. */
@Entity('api_keys')
@Check('chk_api_keys_key_hash', 'length(key_hash) = 32')
@Check('chk_api_keys_roles', `roles <@ '{viewer,operator,approver,admin,auditor}'`)
@Check('chk_api_keys_configured_as', `configured_as IN ('bootstrap', 'approver')`)
// No single key may combine creating payouts, approving them and creating keys.
@Check(
  'chk_api_keys_separate_duties',
  `(roles @> '{operator}' OR scopes @> '{payouts:create}')::int
   + (roles @> '{approver}' OR scopes @> '{payouts:approve}')::int
   + (roles @> '{admin}' OR scopes @> '{keys:manage}')::int <= 1`,
)
// The maker of a key never confirms it. A trigger also rejects a person who confirms with a second key.
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
// A key has no secret until a second person has confirmed it and its holder has redeemed it.
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

  /** Null until the holder has redeemed the key. */
  @Column('bytea', { nullable: true, unique: true })
  keyHash: Buffer | null;

  /** Hash of the maker's half; null once the key is redeemed. */
  @Column('bytea', { nullable: true, unique: true })
  firstHalfHash: Buffer | null;

  /** Hash of the half shown to the person who confirmed the key. */
  @Column({ type: 'bytea', nullable: true })
  secondHalfHash: Buffer | null;

  @Column('text', { array: true, default: [] })
  roles: string[];

  /** Scopes in addition to those of the roles. */
  @Column('text', { array: true, default: [] })
  scopes: string[];

  /** The configuration variable that contains the key; null for a key created through the API. */
  @Column('text', { nullable: true })
  configuredAs: 'bootstrap' | 'approver' | null;

  /** Start of the key, by which people recognise it; null if the key has another format. */
  @Column('text', { nullable: true })
  prefix: string | null;

  /** Addresses and networks that the key may be used from; empty for any. */
  @Column('text', { array: true, default: [] })
  allowedAddresses: string[];

  /** Accounts that the key can see and act for; empty for all. */
  @Column('uuid', { array: true, default: [] })
  accountIds: string[];

  /** Hash of the secret before the last rotation, valid until `previousUntil`. */
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

  /** Null until a second person has confirmed the key. */
  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** Null until the holder has redeemed the key, and for a key that need not be redeemed. */
  @Column('timestamptz', { nullable: true })
  redeemedAt: Date | null;

  /** The caller who redeemed the key; null if they had no credential but the halves. */
  @Column('uuid', { nullable: true })
  redeemedBy: string | null;

  /** When the configuration replaced the key with another one. */
  @Column('timestamptz', { nullable: true })
  replacedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('uuid', { nullable: true })
  revokedBy: string | null;

  @Column('text', { nullable: true })
  revokeReason: string | null;

  /** Precise to the minute, so that it is not written on every request. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
