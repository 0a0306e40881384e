export const INSERT_ORDER = `
  INSERT INTO orders (id, account_id, idempotency_key, request_fingerprint, external_id, method, status, amount,
    currency, purpose, success_url, fail_url, masked_card_number, card_brand, retry_of, next_check_at)
  VALUES ($1, $2, $3, $4, $5, 'HOSTED_PAGE', 'SUBMITTING', $6, $7, $8, $9, $10, NULL, NULL, NULL,
    now() + make_interval(secs => $11))
  ON CONFLICT DO NOTHING RETURNING id`;

export const FIND_ORDER = `
  SELECT id, account_id, idempotency_key, request_fingerprint, external_id, method, status, amount, currency, purpose,
    success_url, fail_url, masked_card_number, card_brand, retry_of, provider_order_id, provider_status, payment_link,
    commission, received, problem, paid_at, checks_made, next_check_at, created_at, updated_at
  FROM orders WHERE id = $1 LIMIT 1`;

export const LOCK_ORDER = `${FIND_ORDER} FOR UPDATE`;

export const FIND_OTHER_OWNER = 'SELECT 1 WHERE EXISTS (SELECT 1 FROM orders WHERE provider_order_id = $1) LIMIT 1';

export const UPDATE_ORDER = `
  UPDATE orders SET status = $2, provider_order_id = $3, provider_status = $4, payment_link = $5, commission = $6,
    received = $7, currency = $8, paid_at = $9, problem = $10, checks_made = $11,
    next_check_at = now() + make_interval(secs => $12), updated_at = now()
  WHERE id = $1`;
