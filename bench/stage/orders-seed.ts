import type pg from 'pg';

// About a busy week for a merchant. With keyset paging and an index, a page costs the same in a table of any size.
const ORDERS = 10_000;

// Statuses as in a table of some age: most orders are paid and the newest are still open. Open ones are due for a check
// tomorrow, so that no worker touches them during a run.
const INSERT = `
  INSERT INTO orders (id, account_id, request_fingerprint, external_id, method, status, amount, currency, purpose,
    success_url, fail_url, provider_order_id, provider_status, payment_link, commission, received, paid_at,
    next_check_at, created_at, updated_at)
  SELECT gen_random_uuid(), account.id, '{}', 'shop-' || n || '-' || $1::int, 'HOSTED_PAGE', status, (n % 500) + 0.5, 'EUR',
    'Order ' || n || ' of the web shop', 'https://shop.example/thanks', 'https://shop.example/sorry', provider_id, status,
    'https://pay.example/' || provider_id, 0.1, (n % 500) + 0.4,
    CASE status WHEN 'PAID' THEN now() END, CASE status WHEN 'PENDING' THEN now() + interval '1 day' END,
    now() - make_interval(secs => $1 - n), now() - make_interval(secs => $1 - n)
  FROM accounts AS account,
    LATERAL (SELECT n, gen_random_uuid() AS provider_id,
      CASE WHEN n % 10 < 7 THEN 'PAID' WHEN n % 10 < 9 THEN 'EXPIRED' ELSE 'PENDING' END AS status
      FROM generate_series(1, $1) AS n) AS fresh
  WHERE account.name = 'default'`;

/** Fills the table of orders and updates PostgreSQL's statistics. */
export async function seedOrders(pool: pg.Pool, orders = ORDERS): Promise<void> {
  await pool.query(INSERT, [orders]);
  await pool.query('VACUUM ANALYZE orders');
}
