import { createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import type { Secrets } from '../../../dev/start/generated-secrets.js';
import type { SeededRandom } from '../plans/seeded-random.js';
import type { PostgresPair } from './postgres/postgres-pair.js';
import type { SandboxControl } from './sandbox/sandbox-control.js';

/** A payout that both sides have, completed long ago. */
export interface SeededPayout {
  readonly id: string;
  readonly providerPayoutId: string;
  readonly amount: string;
  readonly requisites: string;
  readonly token: string;
}

// A request to the control API may have 100 kB.
const ENTRIES_A_REQUEST = 200;
const ROWS_A_STATEMENT = 2_000;

export function planSeed({ count, random }: { readonly count: number; readonly random: SeededRandom }): SeededPayout[] {
  return Array.from({ length: count }, (_, position) => ({
    id: randomUUID(),
    providerPayoutId: randomUUID(),
    amount: `${random.integer({ from: 1, to: 9_999 })}.${random.integer({ from: 10, to: 99 })}`,
    requisites: `recipient-${position + 1}@example.com`,
    token: randomBytes(32).toString('base64url'),
  }));
}

/** Enters the payouts into the provider's book. */
export async function seedBook(control: SandboxControl, payouts: readonly SeededPayout[], callbackUrl: string) {
  for (const chunk of inChunks(payouts, ENTRIES_A_REQUEST)) {
    await control.enterPayouts({
      payouts: chunk.map(({ providerPayoutId, amount, requisites, token }) => ({
        id: providerPayoutId,
        amount,
        account: { name: 'Ana Silva', requisites, userId: '1' },
        callbackUrl: `${callbackUrl}/${token}`,
      })),
    });
  }
}

// No payout is due for anything, so only a run can find differences. Recipients are never decrypted, so they are not
// sealed properly.
const INSERT = `
  WITH seeded AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS seed (id uuid, provider_payout_id uuid, amount numeric,
      requisites_hash text, token_hash text, hash text)
  ), payout AS (
    INSERT INTO payouts (id, account_id, idempotency_key, request_fingerprint, destination, amount, currency, payment_type,
      sealed_recipient, masked_requisites, recipient_hash, requisites_hash, content_hash, approved_hash, submission_state,
      provider_status, provider_state, provider_payout_id, attempts_made, checks_made, next_check_at, created_by,
      accepted_at, completed_at, created_at, updated_at)
    SELECT seed.id, account.id, 'seeded-' || seed.id, '{}', 'brazil-pix', seed.amount, 'BRL', 'EMAIL', '\\x00', 'r***',
      decode(hash, 'hex'), decode(requisites_hash, 'hex'), decode(hash, 'hex'), decode(hash, 'hex'), 'ACCEPTED',
      'COMPLETED', 'COMPLETED', provider_payout_id, 1, 2, now() + interval '2 days', account.id,
      made_at, made_at, made_at, made_at
    FROM seeded AS seed, (SELECT id FROM accounts ORDER BY created_at LIMIT 1) AS account,
      LATERAL (SELECT now() - interval '2 days' - random() * interval '25 days' AS made_at) AS time)
  INSERT INTO payout_attempts (id, payout_id, number, state, token_hash, reason, provider_payout_id, claimed_at,
    deadline_at, outcome_at)
  SELECT gen_random_uuid(), id, 1, 'ACCEPTED', decode(token_hash, 'hex'), 'RESPONSE', provider_payout_id,
    now() - interval '2 days', now() - interval '2 days', now() - interval '2 days'
  FROM seeded`;

/** Inserts the payouts into Purser's tables. */
export async function seedTables(
  postgres: PostgresPair,
  payouts: readonly SeededPayout[],
  { ENCRYPTION_KEY }: Secrets,
): Promise<void> {
  const keyOfHashes = requisitesKey(ENCRYPTION_KEY);
  for (const chunk of inChunks(payouts, ROWS_A_STATEMENT)) {
    const rows = chunk.map(({ id, providerPayoutId, amount, requisites, token }) => ({
      id,
      provider_payout_id: providerPayoutId,
      amount,
      requisites_hash: createHmac('sha256', keyOfHashes).update(requisites).digest('hex'),
      token_hash: createHash('sha256').update(token).digest('hex'),
      hash: createHash('sha256').update(id).digest('hex'),
    }));
    await postgres.query(INSERT, [JSON.stringify(rows)]);
  }
  await postgres.query('ANALYZE payouts, payout_attempts');
}

/** Derives the key for the hashes by which Purser compares requisites, as its cipher does. */
function requisitesKey(encryptionKey: string): Buffer {
  const root = Buffer.from(encryptionKey, 'base64');
  return Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), 'purser/hash:payout-requisites', 32));
}

function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, chunk) => chunk * size);
  return starts.map((start) => items.slice(start, start + size));
}
