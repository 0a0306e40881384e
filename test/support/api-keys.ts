import { randomBytes, randomUUID } from 'node:crypto';
import type { Role, Scope } from '../../src/scopes/scopes.js';
import { loadConfig } from '../../src/config/config.js';
import { FieldCipher } from '../../src/database/field-cipher.js';
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
  /** Who made it, which somebody else confirmed; nobody unless it is said. */
  readonly createdBy?: string | null;
  /** Who redeemed it; somebody with nothing but its halves unless it is said. */
  readonly redeemedBy?: string | null;
  /** The accounts it is bound to; none for all of them. */
  readonly accountIds?: readonly string[];
}

/** Puts a key into the database as if it had been made long ago, and gives its secret. */
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
  }: KeyRow,
  secret = `pk_test_${randomBytes(24).toString('hex')}`,
): Promise<string> {
  const cipher = new FieldCipher(loadConfig({ ...TEST_SETTINGS, DATABASE_URL: url }));
  await query(
    `INSERT INTO api_keys (id, name, key_hash, roles, scopes, confirmed_at, created_by, confirmed_by, expires_at,
       redeemed_at, redeemed_by, account_ids)
     VALUES ($1, $2, $3, $4, $5, now(), $6, CASE WHEN $6::uuid IS NOT NULL THEN gen_random_uuid() END,
       CASE WHEN $6::uuid IS NOT NULL THEN now() + interval '30 days' END,
       CASE WHEN $6::uuid IS NOT NULL THEN now() END, $7, $8)`,
    [id, name, cipher.keyedHash('api-key', secret), roles, scopes, createdBy, redeemedBy, accountIds],
  );
  return secret;
}
