import type pg from 'pg';

/** Number of concurrent open verifications: far more than any merchant has payers entering their code. */
export const SESSIONS = 10_000;

// The orders are due for a check tomorrow and the sessions for a poll in an hour, so that no worker touches either
// before the scenario starts.
const INSERT = `
  WITH fresh AS (
    INSERT INTO orders (id, account_id, request_fingerprint, external_id, method, status, amount, currency, purpose,
      provider_order_id, provider_status, payment_link, next_check_at)
    SELECT gen_random_uuid(), account.id, '{}', 'card-' || n, 'CARD_H2H', 'PENDING', (n % 500) + 0.5, 'EUR',
      'Order ' || n || ' of the web shop', gen_random_uuid(), 'PENDING', 'https://pay.example/' || n,
      now() + interval '1 day'
    FROM accounts AS account, generate_series(1, $1) AS n
    WHERE account.name = 'default'
    RETURNING id, account_id, provider_order_id)
  INSERT INTO h2h_sessions (id, account_id, provider_order_id, status, provider_status, masked_card_number, card_brand,
    card_sent_at, next_poll_at)
  SELECT id, account_id, provider_order_id, 'PROCESSING', 'PROCESSING', '411111******1111', 'visa', now(),
    now() + interval '1 hour'
  FROM fresh`;

/** Creates orders whose cards are being verified, and updates PostgreSQL's statistics. */
export async function seedH2hSessions(pool: pg.Pool): Promise<void> {
  await pool.query(INSERT, [SESSIONS]);
  await pool.query('VACUUM ANALYZE orders, h2h_sessions');
}

/** Returns the provider's ids of the orders. */
export async function listPolledOrders(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT provider_order_id AS id FROM h2h_sessions');
  return rows.map(({ id }) => id);
}

/** Makes all sessions due for a poll, evenly spread over the next `withinSeconds`; 0 makes all due immediately. */
export async function makeDue(pool: pg.Pool, { withinSeconds }: { readonly withinSeconds: number }): Promise<void> {
  await pool.query(
    `UPDATE h2h_sessions AS session SET next_poll_at = now() + $1 * nth.part * interval '1 second'
     FROM (SELECT id, row_number() OVER (ORDER BY id) / $2::float8 AS part FROM h2h_sessions) AS nth
     WHERE session.id = nth.id`,
    [withinSeconds, SESSIONS],
  );
}

/** Counts the sessions that are due and unclaimed. */
export async function countDue(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ due: number }>(
    'SELECT count(*)::int AS due FROM h2h_sessions WHERE next_poll_at <= now()',
  );
  return rows[0]?.due ?? NaN;
}

/**
 * Counts the sessions that were polled without a change and whose next poll is scheduled for later than the end of the
 * last poll's lease.
 */
export async function countPolled(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ polled: number }>(
    `SELECT count(*)::int AS polled FROM h2h_sessions WHERE next_poll_at > now() + interval '30 minutes'
       AND polls_made > 0 AND status = 'PROCESSING' AND revision = 0 AND problem IS NULL`,
  );
  return rows[0]?.polled ?? NaN;
}
