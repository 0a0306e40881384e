import type pg from 'pg';
import { PAYOUT_UNDER_WAY } from '../provider/payout-under-way.js';

// With this many rows, a statement takes a few seconds, so that an interrupted run ends soon.
const ROWS_A_STATEMENT = 50_000;

// All payouts are open and were checked so often that the interval is half an hour by now. None is due before tomorrow,
// so that no worker touches them during a run. Values have the lengths of real ones. Hashes and the provider's ids are
// spread over their indexes, and ids follow the order of creation.
const INSERT = `
  WITH payout AS (
  INSERT INTO payouts (id, account_id, idempotency_key, request_fingerprint, external_id, destination, amount, currency,
    payment_type, service_id, sealed_recipient, masked_requisites, recipient_hash, requisites_hash, content_hash,
    approved_hash, submission_state, provider_status, provider_state, provider_payout_id, attempts_made, checks_made,
    next_check_at, created_by, accepted_at, created_at, updated_at)
  SELECT uuidv7(made_at - now()), account.id, $4 || n,
    '{"amount": "AAAAAAAAAAAAAAAA", "currency": "AAAAAAAAAAAAAAAA", "serviceId": "AAAAAAAAAAAAAAAA",
      "paymentType": "AAAAAAAAAAAAAAAA", "recipient.name": "AAAAAAAAAAAAAAAA", "recipient.userId": "AAAAAAAAAAAAAAAA",
      "recipient.requisites": "AAAAAAAAAAAAAAAA"}',
    'withdrawal-' || n, 'brazil-pix', $5, 'BRL', $6, 7, decode(repeat(md5(n::text), 14), 'hex'), 'p***@p***', hash, hash,
    hash, hash, 'ACCEPTED', $7, $7, gen_random_uuid(), 1, 10, now() + interval '1 day' + n * interval '10 ms', account.id,
    made_at, made_at, made_at
  FROM accounts AS account,
    LATERAL (SELECT n, sha256(n::text::bytea) AS hash, now() - ($3::int - n) * interval '100 ms' AS made_at
      FROM generate_series($1::int, $2::int) AS n) AS fresh
  WHERE account.name = 'default'
  RETURNING id, provider_payout_id, created_at)
  INSERT INTO payout_attempts (id, payout_id, number, state, token_hash, reason, provider_payout_id, claimed_at,
    deadline_at, outcome_at)
  SELECT uuidv7(created_at - now()), id, 1, 'ACCEPTED', sha256(id::text::bytea), 'RESPONSE', provider_payout_id,
    created_at, created_at + interval '45 s', created_at
  FROM payout`;

const KEY_PREFIX = 'seeded-payout-';

/** Fills the tables of payouts and attempts with open ones and updates PostgreSQL's statistics. */
export async function seedPayouts(pool: pg.Pool, rows: number): Promise<void> {
  const { amount, paymentType, status } = PAYOUT_UNDER_WAY;
  for (let first = 1; first <= rows; first += ROWS_A_STATEMENT) {
    const last = Math.min(first + ROWS_A_STATEMENT - 1, rows);
    await pool.query(INSERT, [first, last, rows, KEY_PREFIX, amount, paymentType, status]);
  }
  await pool.query('VACUUM ANALYZE payouts, payout_attempts');
}

/** Returns the idempotency key of the nth seeded payout, counted from 1. */
export function seededKey(n: number): string {
  return `${KEY_PREFIX}${n}`;
}
