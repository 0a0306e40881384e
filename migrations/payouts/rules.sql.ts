/**
 * The gate knows in which incarnation of the database it was set. Payouts that wait in a database that was failed over
 * or restored may have been sent by the one before, so nothing is sent that people have not opened the gate for there.
 *
 * Files put back keep all that `current_incarnation()` compares. A process that remembers more notices, and counts a
 * setback, so that all others need not: what they remember is of the time before it.
 */
export const PAYOUT_GATE = `
  CREATE TABLE payout_gate (
    id boolean NOT NULL DEFAULT true CONSTRAINT pk_payout_gate PRIMARY KEY CONSTRAINT chk_payout_gate_id CHECK (id),
    is_open boolean NOT NULL,
    reason text NOT NULL,
    changed_by uuid,
    changed_at timestamptz NOT NULL DEFAULT now(),
    incarnation integer NOT NULL,
    setbacks integer NOT NULL DEFAULT 0
  );

  INSERT INTO payout_gate (is_open, reason, incarnation) VALUES (true, 'Open from the start.', current_incarnation())`;

export const PAYOUT_POLICIES = `
  CREATE TABLE payout_policies (
    id uuid NOT NULL CONSTRAINT pk_payout_policies PRIMARY KEY,
    -- Null stands for any.
    account_id uuid CONSTRAINT fk_payout_policies_account_id REFERENCES accounts (id),
    currency text,
    from_amount numeric NOT NULL,
    approvers smallint NOT NULL,
    proposed_by uuid NOT NULL,
    confirmed_by uuid NOT NULL,
    set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT uq_payout_policies_account_id_currency_from_amount
      UNIQUE NULLS NOT DISTINCT (account_id, currency, from_amount),
    CONSTRAINT chk_payout_policies_approvers CHECK (approvers BETWEEN 0 AND 2),
    CONSTRAINT chk_payout_policies_currency CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT chk_payout_policies_from_amount
      CHECK (from_amount >= 0 AND from_amount < 1e12 AND scale(from_amount) <= 4),
    -- A number without a currency is no amount.
    CONSTRAINT chk_payout_policies_band CHECK (currency IS NOT NULL OR from_amount = 0),
    CONSTRAINT chk_payout_policies_two_people CHECK (confirmed_by <> proposed_by)
  )`;

export const PAYOUT_LIMITS = `
  CREATE TABLE payout_limits (
    id uuid NOT NULL CONSTRAINT pk_payout_limits PRIMARY KEY,
    kind text NOT NULL,
    -- Null stands for all of them together.
    account_id uuid CONSTRAINT fk_payout_limits_account_id REFERENCES accounts (id),
    currency text,
    value numeric NOT NULL,
    proposed_by uuid NOT NULL,
    confirmed_by uuid NOT NULL,
    set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT uq_payout_limits_kind_account_id_currency UNIQUE NULLS NOT DISTINCT (kind, account_id, currency),
    CONSTRAINT chk_payout_limits_kind CHECK (kind IN ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_COUNT_PER_RECIPIENT')),
    CONSTRAINT chk_payout_limits_value CHECK (value >= 0 AND value < 1e12 AND scale(value) <= 4),
    -- Amounts have a currency; how often a recipient is paid has none, and is counted across all accounts.
    CONSTRAINT chk_payout_limits_currency CHECK (CASE WHEN kind = 'DAILY_COUNT_PER_RECIPIENT'
      THEN currency IS NULL AND account_id IS NULL AND scale(value) = 0 ELSE currency ~ '^[A-Z]{3}$' END),
    CONSTRAINT chk_payout_limits_two_people CHECK (confirmed_by <> proposed_by)
  )`;
