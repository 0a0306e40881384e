import type pg from 'pg';

/** Number of months with payouts. */
export const MONTHS = 13;

/** Log entries per payout. */
export const CHANGES_OF_EACH = 3;

/** Number of newest payouts that are still open at the provider. Some of them are due for a check. */
const OPEN = 10_000;
const DUE = 1_000;

// With this many rows, a statement takes a few seconds.
const ROWS_A_STATEMENT = 200_000;

// Values have the lengths of real ones. Hashes and the provider's ids are spread over their indexes, and ids follow the
// order of creation. Recipients older than half a year are purged, as they are by default.
const PAYOUTS = `
  INSERT INTO payouts (id, account_id, idempotency_key, request_fingerprint, external_id, destination, amount, currency,
    payment_type, service_id, sealed_recipient, recipient_purged_at, masked_requisites, recipient_hash, requisites_hash,
    content_hash, approved_hash, submission_state, provider_status, provider_state, provider_payout_id, attempts_made,
    checks_made, next_check_at, created_by, accepted_at, completed_at, created_at, updated_at)
  SELECT uuidv7(made_at - now()), account.id, 'payout-' || n,
    '{"amount": "AAAAAAAAAAAAAAAA", "currency": "AAAAAAAAAAAAAAAA", "paymentType": "AAAAAAAAAAAAAAAA",
      "recipient.requisites": "AAAAAAAAAAAAAAAA"}',
    'withdrawal-' || n, 'brazil-pix', (n % 500) + 0.5, 'BRL', 'PIX', 7,
    CASE WHEN NOT is_old THEN decode(repeat(md5(n::text), 12), 'hex') END, CASE WHEN is_old THEN now() END, 'p***@p***',
    CASE WHEN NOT is_old THEN hash END, CASE WHEN NOT is_old THEN hash END, hash, hash, 'ACCEPTED', state, state,
    gen_random_uuid(), 1, 8,
    CASE WHEN n > $3::int - ${DUE} THEN now() - interval '1 s' WHEN is_open THEN now() + interval '1 day' END,
    account.id, made_at, CASE WHEN NOT is_open THEN made_at + interval '1 minute' END, made_at, made_at
  FROM accounts AS account,
    LATERAL (SELECT *, made_at < now() - interval '180 days' AS is_old,
        CASE WHEN is_open THEN 'PROCESSING' WHEN n % 20 = 0 THEN 'FAILED' ELSE 'COMPLETED' END AS state
      FROM (SELECT n, sha256((n % ($3::int / 5))::text::bytea) AS hash, n > $3::int - ${OPEN} AS is_open,
          now() - ($3::int - n) * (now() - date_trunc('month', now()) + interval '${MONTHS - 1} months') / $3::int AS made_at
        FROM generate_series($1::int, $2::int) AS n) AS numbered) AS fresh
  WHERE account.name = 'default'`;

const OF_PAYOUTS = [
  `INSERT INTO payout_attempts (id, payout_id, number, state, token_hash, reason, provider_payout_id, claimed_at,
     deadline_at, outcome_at)
   SELECT uuidv7(created_at - now()), id, 1, 'ACCEPTED', sha256(id::text::bytea), 'RESPONSE', provider_payout_id,
     created_at, created_at + interval '45 s', created_at
   FROM payouts WHERE created_at >= $1 AND created_at < $2`,
  `INSERT INTO status_changes (subject_type, subject_id, from_status, to_status, cause, occurred_at)
   SELECT 'PAYOUT', id, from_status, to_status, cause, created_at + place * interval '20 s'
   FROM payouts, (VALUES (0, NULL, 'SUBMITTING', 'API'), (1, 'SUBMITTING', 'PROCESSING', 'PROVIDER_RESPONSE'),
     (2, 'PROCESSING', 'COMPLETED', 'WEBHOOK')) AS change (place, from_status, to_status, cause)
   WHERE created_at >= $1 AND created_at < $2 ORDER BY created_at, id, place`,
  `INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, body_purged_at, attempt_id,
     signature_state, state, provider_object_id, subject_id, account_id, next_try_at, first_received_at,
     last_received_at, processed_at, received_month)
   SELECT uuidv7(created_at - now()), 'PAYOUTS', sha256(id::text::bytea), 300,
     CASE WHEN NOT is_old THEN decode(repeat(md5(id::text), 20), 'hex') END, CASE WHEN is_old THEN now() END, NULL,
     'valid', 'PROCESSED', provider_payout_id, id, account_id, NULL, created_at, created_at, created_at,
     date_trunc('month', created_at AT TIME ZONE 'UTC')
   FROM (SELECT *, created_at < now() - interval '90 days' AS is_old FROM payouts) AS payout
   WHERE created_at >= $1 AND created_at < $2`,
];

const REGISTERED = `
  INSERT INTO payout_keys (account_id, idempotency_key, payout_id) SELECT account_id, idempotency_key, id FROM payouts`;

const TABLES = ['payouts', 'payout_attempts', 'status_changes', 'webhook_events'];

// Kept while the other indexes are dropped, because the seeding itself reads payouts by creation time.
const KEPT_INDEX = 'ix_payouts_created_at_id';

/** Fills partitioned tables with a year's payouts, evenly distributed, and updates PostgreSQL's statistics. */
export async function seedYear(pool: pg.Pool, rows: number, note: (text: string) => void): Promise<void> {
  const indexes = await pool.query<{ name: string; definition: string }>(
    `SELECT relname AS name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS definition
     FROM pg_index JOIN pg_class ON oid = indexrelid
     WHERE indrelid = ANY ($1::text[]::regclass[]) AND relname <> $2
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [TABLES, KEPT_INDEX],
  );
  for (const { name } of indexes.rows) await pool.query(`DROP INDEX ${name}`);
  // Disables triggers and foreign keys, because generated rows need no checks.
  await pool.query(`SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'`);
  for (let first = 1; first <= rows; first += ROWS_A_STATEMENT) {
    await pool.query(PAYOUTS, [first, Math.min(first + ROWS_A_STATEMENT - 1, rows), rows]);
    if (first % 2_000_000 === 1) note(`${first} payouts`);
  }
  await pool.query('ANALYZE payouts');
  for (const [from, to] of await monthsOf(pool)) {
    for (const statement of OF_PAYOUTS) await pool.query(statement, [from, to]);
    note(`the rest of ${from?.toISOString()}`);
  }
  await pool.query(REGISTERED);
  for (const { name, definition } of indexes.rows) {
    await pool.query(definition);
    note(name);
  }
  await pool.query('SET session_replication_role = origin');
  // Covers all filled tables: PostgreSQL would vacuum any other one by itself, during a measurement.
  await pool.query(`VACUUM (ANALYZE) ${TABLES.join(', ')}, payout_keys`);
}

async function monthsOf(pool: pg.Pool): Promise<Date[][]> {
  const { rows } = await pool.query<{ from: Date; to: Date }>(
    `SELECT month AS from, month + interval '1 month' AS to
     FROM generate_series(date_trunc('month', now()) - interval '${MONTHS - 1} months', now(), interval '1 month') AS month`,
  );
  return rows.map(({ from, to }) => [from, to]);
}
