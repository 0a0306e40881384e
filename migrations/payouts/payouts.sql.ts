export const PAYOUTS = `
  CREATE TABLE payouts (
    id uuid NOT NULL CONSTRAINT pk_payouts PRIMARY KEY,
    account_id uuid NOT NULL CONSTRAINT fk_payouts_account_id REFERENCES accounts (id),
    idempotency_key text NOT NULL,
    request_fingerprint jsonb NOT NULL,
    external_id text,
    destination text NOT NULL,
    amount numeric NOT NULL,
    currency text NOT NULL,
    payment_type text NOT NULL,
    service_id integer,
    note text,
    -- Name, requisites and the rest of the recipient: encrypted, masked for reading, and a keyed hash for finding.
    sealed_recipient bytea,
    recipient_purged_at timestamptz,
    masked_requisites text NOT NULL,
    recipient_hash bytea,
    requisites_hash bytea,
    -- What would be paid to whom, and what of that was approved: the claim sends only when they are equal.
    content_hash bytea NOT NULL,
    approved_hash bytea,
    approval_reason text,
    -- How many people must have approved it; raised at the claim when the policy asks for more by then.
    approvals_needed smallint NOT NULL DEFAULT 0,
    -- Everybody who changed it: like its creator, they cannot approve it.
    edited_by uuid[] NOT NULL DEFAULT '{}',
    decline_reason text,
    -- The UTC day of its last claim, on which it counts.
    claimed_on date,
    blocked_by text,
    submission_state text NOT NULL,
    provider_status text,
    provider_state text,
    status text NOT NULL GENERATED ALWAYS AS
      (CASE WHEN submission_state = 'ACCEPTED' THEN coalesce(provider_state, 'UNRECOGNIZED')
            ELSE submission_state END) STORED,
    provider_payout_id uuid CONSTRAINT uq_payouts_provider_payout_id UNIQUE,
    status_message text,
    problem text,
    -- What stays true of it whatever is read later: it was paid twice, or corrected.
    finding text,
    -- A status seen once that contradicts a final one, and when: it counts when it is seen again.
    suspected_state text,
    suspected_at timestamptz,
    -- When the provider last said anything of it.
    read_back_at timestamptz,
    -- When the provider first did not show it, null while it does.
    absent_since timestamptz,
    attempts_made integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    checks_made integer NOT NULL DEFAULT 0,
    next_check_at timestamptz,
    created_by uuid NOT NULL,
    accepted_at timestamptz,
    completed_at timestamptz,
    -- By the provider, if it gives a time; completed_at is then the same, and else when Purser learned of it.
    provider_completed_at timestamptz,
    corrected_at timestamptz,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT uq_payouts_account_id_idempotency_key UNIQUE (account_id, idempotency_key),
    CONSTRAINT chk_payouts_amount CHECK (amount > 0 AND amount < 1e12 AND scale(amount) <= 4),
    CONSTRAINT chk_payouts_currency CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT chk_payouts_recipient_hash CHECK (length(recipient_hash) = 32),
    CONSTRAINT chk_payouts_requisites_hash CHECK (length(requisites_hash) = 32),
    CONSTRAINT chk_payouts_content_hash CHECK (length(content_hash) = 32),
    CONSTRAINT chk_payouts_approvals_needed CHECK (approvals_needed BETWEEN 0 AND 2),
    CONSTRAINT chk_payouts_approval_reason CHECK (approval_reason IN ('POSSIBLE_DUPLICATE', 'POLICY', 'APPROVAL_LAPSED')),
    CONSTRAINT chk_payouts_blocked_by CHECK (blocked_by IN ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_COUNT_PER_RECIPIENT')),
    CONSTRAINT chk_payouts_submission_state CHECK (submission_state IN
      ('AWAITING_APPROVAL', 'DECLINED', 'WITHDRAWN', 'APPROVED', 'SUBMITTING', 'UNCONFIRMED', 'REJECTED', 'CLOSED',
       'ACCEPTED')),
    CONSTRAINT chk_payouts_provider_state CHECK (provider_state IN
      ('CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED', 'UNRECOGNIZED')),
    -- The provider has it exactly when its id there is known.
    CONSTRAINT chk_payouts_provider_payout_id CHECK
      ((submission_state = 'ACCEPTED') = (provider_payout_id IS NOT NULL)),
    CONSTRAINT chk_payouts_provider_status CHECK ((provider_payout_id IS NULL) = (provider_state IS NULL)),
    CONSTRAINT chk_payouts_suspected_at CHECK ((suspected_state IS NULL) = (suspected_at IS NULL)),
    -- What may be sent is due at some time, and nothing else is.
    CONSTRAINT chk_payouts_next_attempt_at CHECK ((submission_state = 'APPROVED') = (next_attempt_at IS NOT NULL)),
    -- What the provider has not ended is read back at some time.
    CONSTRAINT chk_payouts_next_check_at CHECK
      (next_check_at IS NOT NULL OR coalesce(provider_state, 'FAILED') NOT IN
        ('CREATED', 'PROCESSING', 'UNRECOGNIZED')),
    CONSTRAINT chk_payouts_recipient_purged_at
      CHECK ((sealed_recipient IS NULL) = (recipient_purged_at IS NOT NULL)),
    -- What may still be sent has its recipient, whatever the code does.
    CONSTRAINT chk_payouts_recipient_kept CHECK (sealed_recipient IS NOT NULL OR
      submission_state IN ('DECLINED', 'WITHDRAWN', 'REJECTED', 'CLOSED', 'ACCEPTED', 'UNCONFIRMED')),
    -- What has a recipient can be found and compared by it.
    CONSTRAINT chk_payouts_recipient_hashes CHECK (
      sealed_recipient IS NULL OR (recipient_hash IS NOT NULL AND requisites_hash IS NOT NULL))
  )`;

export const PAYOUT_INDEXES = `
  -- What is due.
  CREATE INDEX ix_payouts_next_attempt_at ON payouts (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX ix_payouts_next_check_at ON payouts (next_check_at) WHERE next_check_at IS NOT NULL;
  CREATE INDEX ix_payouts_blocked_by ON payouts (blocked_by) WHERE blocked_by IS NOT NULL;

  -- Possible duplicates. One may be of any age while it is open, so it is found by what makes it one and not by its time: of a
  -- recipient who was paid ten thousand times, only the payouts of this amount are read.
  CREATE INDEX ix_payouts_recipient_hash_created_at ON payouts (recipient_hash, created_at);
  CREATE INDEX ix_payouts_recipient_hash_amount ON payouts (recipient_hash, amount);

  -- Limits. With the columns that are summed up, so that of a day only payouts that changed since the last vacuum are read.
  CREATE INDEX ix_payouts_claimed_on_currency ON payouts (claimed_on, currency)
  INCLUDE (account_id, status, amount) WHERE claimed_on IS NOT NULL;
  CREATE INDEX ix_payouts_requisites_hash_claimed_on ON payouts (requisites_hash, claimed_on);

  -- What people look for.
  CREATE INDEX ix_payouts_requisites_hash_created_at ON payouts (requisites_hash, created_at);
  CREATE INDEX ix_payouts_idempotency_key ON payouts (idempotency_key);
  CREATE INDEX ix_payouts_external_id ON payouts (external_id) WHERE external_id IS NOT NULL;
  CREATE INDEX ix_payouts_created_at_id ON payouts (created_at, id);
  CREATE INDEX ix_payouts_updated_at_id ON payouts (updated_at, id);
  CREATE INDEX ix_payouts_amount_id ON payouts (amount, id);
  CREATE INDEX ix_payouts_status_created_at_id ON payouts (status, created_at, id);
  CREATE INDEX ix_payouts_corrected ON payouts (created_at, id) WHERE corrected_at IS NOT NULL;
  CREATE INDEX ix_payouts_problem ON payouts (created_at, id) WHERE problem IS NOT NULL OR finding IS NOT NULL;

  -- What reconciliation looks for.
  CREATE INDEX ix_payouts_account_id_completed_at ON payouts (account_id, completed_at)
  WHERE provider_state = 'COMPLETED';

  -- The index of retention: a row is no longer in it once it is purged.
  CREATE INDEX ix_payouts_recipient_kept ON payouts (updated_at)
  WHERE sealed_recipient IS NOT NULL AND next_check_at IS NULL
    AND submission_state IN ('DECLINED', 'WITHDRAWN', 'REJECTED', 'CLOSED', 'ACCEPTED')`;
