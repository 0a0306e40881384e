export const FIND_KEY = `
  SELECT 1 WHERE EXISTS (SELECT 1 FROM payouts WHERE account_id = $1 AND idempotency_key = $2) LIMIT 1`;

export const LOCK_RECIPIENT = `SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`;

export const FIND_LOOK_ALIKE = `
  SELECT id FROM payouts WHERE recipient_hash = $1 AND amount = $2
    AND created_at > now() - make_interval(hours => $3)
    AND submission_state NOT IN ('DECLINED', 'WITHDRAWN', 'REJECTED') LIMIT 1`;

export const HOLD_BALANCE = `
  SELECT account_id, currency, trim_scale(available)::text, trim_scale(reserved)::text, trim_scale(paid_out)::text,
    trim_scale(received)::text, trim_scale(funded)::text, opened_at, now()
  FROM ledger_balances WHERE account_id = $1 AND currency = $2 FOR UPDATE`;

export const INSERT_PAYOUT = `
  INSERT INTO payouts (id, account_id, idempotency_key, request_fingerprint, external_id, destination, amount, currency,
    payment_type, service_id, note, sealed_recipient, masked_requisites, recipient_hash, requisites_hash, content_hash,
    approved_hash, hold_reason, submission_state, next_attempt_at, created_by)
  VALUES ($1, $2, $3, $4, NULL, 'brazil-pix', $5, $6, $7, $8, NULL, $9, $10, $11, $11, $11, $11, NULL, 'APPROVED',
    now(), $12)
  ON CONFLICT ON CONSTRAINT uq_payouts_account_id_idempotency_key DO NOTHING RETURNING id`;

export const HOLD_GATE = 'SELECT * FROM payout_gate FOR SHARE';

export const FIND_ATTEMPT = 'SELECT 1 WHERE EXISTS (SELECT 1 FROM payout_attempts WHERE id = $1) LIMIT 1';

export const LOCK_SENDABLE = `
  SELECT id FROM payouts
  WHERE id = $2 AND submission_state = 'APPROVED' AND approved_hash = content_hash AND finding IS NULL
  ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED`;

export const RESERVE = `
  WITH book AS MATERIALIZED (
    SELECT available >= $4::numeric AS is_covered FROM ledger_balances
    WHERE account_id = $1 AND currency = $2 FOR UPDATE
  ), entry AS (
    INSERT INTO ledger_entries (id, account_id, currency, kind, from_account, to_account, amount, subject_type,
      subject_id, number)
    SELECT $5, $1, $2, 'RESERVATION', 'AVAILABLE', 'RESERVED', $4::numeric, 'PAYOUT', $3,
      1 + (SELECT count(*) FROM ledger_entries WHERE subject_type = 'PAYOUT' AND subject_id = $3)
    FROM book WHERE is_covered
  )
  SELECT is_covered FROM book`;

/** Every column, as Purser selects them. */
export const FIND_PAYOUT = 'SELECT * FROM payouts WHERE id = $1 LIMIT 1';

export const LOCK_PAYOUT = `${FIND_PAYOUT} FOR UPDATE`;

export const MARK_SUBMITTING = `
  UPDATE payouts SET submission_state = 'SUBMITTING', next_attempt_at = NULL, problem = NULL, held_by = NULL,
    claimed_on = (now() AT TIME ZONE 'UTC')::date, attempts_made = attempts_made + 1, updated_at = now()
  WHERE id = $1`;

export const INSERT_ATTEMPT = `
  INSERT INTO payout_attempts (id, payout_id, number, state, token_hash, claimed_at, deadline_at)
  VALUES ($1, $2, 1, 'CLAIMED', $3, clock_timestamp(), clock_timestamp() + make_interval(secs => $4))
  RETURNING claimed_at`;

export const LOCK_ATTEMPT = 'SELECT * FROM payout_attempts WHERE id = $1 LIMIT 1 FOR UPDATE';

export const LOCK_LIVE_ATTEMPT = `
  SELECT * FROM payout_attempts WHERE payout_id = $1 AND state IN ('CLAIMED', 'UNKNOWN', 'ACCEPTED') LIMIT 1
  FOR UPDATE`;

export const FIND_OTHER_ATTEMPT = `
  SELECT 1 WHERE EXISTS (SELECT 1 FROM payout_attempts WHERE provider_payout_id = $1) LIMIT 1`;

export const END_ATTEMPT = `
  UPDATE payout_attempts SET state = 'ACCEPTED', reason = 'RESPONSE', http_status = NULL, provider_payout_id = $2,
    settled_at = clock_timestamp()
  WHERE id = $1`;

export const INSERT_EVIDENCE = `
  INSERT INTO payout_evidence (payout_id, attempt_id, kind, provider_payout_id, actor_id, detail)
  VALUES ($1, $2, 'RESPONSE', $3, NULL, '{}')`;

export const UPDATE_PAYOUT = `
  UPDATE payouts SET submission_state = 'ACCEPTED', provider_payout_id = $2, provider_status = $3, provider_state = $3,
    status_message = NULL, problem = NULL, suspected_state = NULL, completed_at = NULL, checks_made = 0,
    next_check_at = now() + make_interval(secs => $4), next_attempt_at = NULL,
    accepted_at = coalesce(accepted_at, now()), updated_at = now()
  WHERE id = $1`;
