import { randomBytes, randomUUID } from 'node:crypto';
import type { Role, Scope } from '../../src/access/scopes/scopes.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { FieldCipher } from '../../src/platform/database/encryption/field-cipher.js';
import type { GraphqlClient } from './graphql-client.js';
import { TEST_SETTINGS } from './settings.js';

interface KeyTable {
  readonly url: string;
  query(sql: string, parameters: readonly unknown[]): Promise<unknown>;
}

export interface KeyRow {
  readonly id?: string;
  readonly name?: string;
  readonly roles?: readonly Role[];
  readonly scopes?: readonly Scope[];
  /** The person who created the key, with confirmation by another. Defaults to none. */
  readonly createdBy?: string | null;
  /** The caller who redeemed the key. By default it was redeemed without another credential. */
  readonly redeemedBy?: string | null;
  /** Expiry. Defaults to 30 days from now for a key with a creator, and to never for others. */
  readonly expiresAt?: string | null;
  readonly revokedAt?: string | null;
  /** The accounts that the key is bound to; none means all accounts. */
  readonly accountIds?: readonly string[];
}

/** Inserts a key into the database as if it had been created long ago. Returns its secret. */
export async function insertKey(
  { url, query }: KeyTable,
  {
    id = randomUUID(),
    name = 'test',
    roles = [],
    scopes = [],
    createdBy = null,
    redeemedBy = null,
    accountIds = [],
    expiresAt = null,
    revokedAt = null,
  }: KeyRow,
  secret = `pk_test_${randomBytes(24).toString('hex')}`,
): Promise<string> {
  const cipher = new FieldCipher(loadConfig({ ...TEST_SETTINGS, DATABASE_URL: url }));
  await query(
    `INSERT INTO api_keys (id, name, key_hash, roles, scopes, confirmed_at, created_by, confirmed_by, expires_at,
       redeemed_at, redeemed_by, account_ids, revoked_at)
     VALUES ($1, $2, $3, $4, $5, now(), $6, CASE WHEN $6::uuid IS NOT NULL THEN gen_random_uuid() END,
       coalesce($9, CASE WHEN $6::uuid IS NOT NULL THEN now() + interval '30 days' END),
       CASE WHEN $6::uuid IS NOT NULL THEN now() END, $7, $8, $10)`,
    [
      id,
      name,
      cipher.keyedHash('api-key', secret),
      roles,
      scopes,
      createdBy,
      redeemedBy,
      accountIds,
      expiresAt,
      revokedAt,
    ],
  );
  return secret;
}

/** Returns the id of the API client's own key. */
export async function ownKeyId(api: GraphqlClient): Promise<string> {
  const { currentApiKey } = await api.request<{ currentApiKey: { id: string } }>('{ currentApiKey { id } }');
  return currentApiKey.id;
}

/** Changes to make to a key in the database. Replicas are not notified, so each must notice by itself. */
const FATES = {
  'was revoked': `revoked_at = now(), revoked_by = created_by, revoke_reason = 'Lost.'`,
  'was not revoked': 'revoked_at = NULL, revoked_by = NULL, revoke_reason = NULL',
  'was replaced in the configuration': 'replaced_at = now()',
  'is past its end': 'expires_at = now()',
  'opens less': `roles = '{viewer,approver}', scopes = '{orders:create}'`,
  'has another secret': `key_hash = sha256('another')`,
  'had another secret until now': `key_hash = sha256('newer'), previous_key_hash = key_hash, previous_until = now()`,
  'has a newer secret for an hour': `key_hash = sha256(id::text::bytea), previous_key_hash = key_hash,
     previous_until = now() + interval '1 hour'`,
  'has its newest secret alone': 'previous_until = now()',
  'was made a day ago': `created_at = created_at - interval '24 hours'`,
  'was confirmed a day ago': `confirmed_at = confirmed_at - interval '24 hours'`,
} as const;

export type KeyFate = keyof typeof FATES;

/** Changes a key in the database as the words in `FATES` say. */
export async function changeKey({ query }: Pick<KeyTable, 'query'>, id: string, fate: KeyFate): Promise<void> {
  await query(`UPDATE api_keys SET ${FATES[fate]} WHERE id = $1`, [id]);
}

/** Adds keys that wait for a second person. Returns a function that removes them. */
export async function insertPendingKeys(
  { query }: Pick<KeyTable, 'query'>,
  count: number,
): Promise<() => Promise<void>> {
  await query(
    `INSERT INTO api_keys (id, name, first_half_hash, roles, created_by, expires_at)
     SELECT gen_random_uuid(), 'waits', sha256(n::text::bytea), '{viewer}', gen_random_uuid(), now() + interval '1 day'
     FROM generate_series(1, $1) AS n`,
    [count],
  );
  return async () => {
    await query(`DELETE FROM api_keys WHERE name = 'waits'`, []);
  };
}
