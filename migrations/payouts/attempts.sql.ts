export const PAYOUT_ATTEMPTS = `
  CREATE TABLE payout_attempts (
    id uuid NOT NULL CONSTRAINT pk_payout_attempts PRIMARY KEY,
    payout_id uuid NOT NULL CONSTRAINT fk_payout_attempts_payout_id REFERENCES payouts (id),
    number integer NOT NULL,
    state text NOT NULL,
    token_hash bytea NOT NULL CONSTRAINT uq_payout_attempts_token_hash UNIQUE,
    reason text,
    http_status integer,
    provider_payout_id uuid CONSTRAINT uq_payout_attempts_provider_payout_id UNIQUE,
    claimed_at timestamptz NOT NULL,
    deadline_at timestamptz NOT NULL,
    outcome_at timestamptz,
    -- What an unusable answer named. Not unique: it is a claim, and only a binding is.
    named_payout_id uuid,
    named_polls_made integer NOT NULL DEFAULT 0,
    next_named_poll_at timestamptz,
    CONSTRAINT uq_payout_attempts_payout_id_number UNIQUE (payout_id, number),
    CONSTRAINT chk_payout_attempts_token_hash CHECK (length(token_hash) = 32),
    CONSTRAINT chk_payout_attempts_state CHECK (state IN
      ('CLAIMED', 'NOT_SENT', 'REJECTED', 'ACCEPTED', 'UNKNOWN', 'CLOSED')),
    CONSTRAINT chk_payout_attempts_accepted CHECK (state <> 'ACCEPTED' OR provider_payout_id IS NOT NULL),
    CONSTRAINT chk_payout_attempts_next_named_poll_at CHECK (next_named_poll_at IS NULL OR named_payout_id IS NOT NULL)
  );

  -- Never twice: whatever the code does, the database refuses a second attempt while one may have been paid.
  CREATE UNIQUE INDEX uq_payout_attempts_one_live ON payout_attempts (payout_id)
  WHERE state IN ('CLAIMED', 'UNKNOWN', 'ACCEPTED');
  CREATE INDEX ix_payout_attempts_deadline_at ON payout_attempts (deadline_at) WHERE state = 'CLAIMED';
  CREATE INDEX ix_payout_attempts_claimed_at ON payout_attempts (claimed_at);
  CREATE INDEX ix_payout_attempts_unknown ON payout_attempts (outcome_at) WHERE state = 'UNKNOWN';
  CREATE INDEX ix_payout_attempts_next_named_poll_at ON payout_attempts (next_named_poll_at) WHERE next_named_poll_at IS NOT NULL`;

export const PAYOUT_EVIDENCE = `
  CREATE TABLE payout_evidence (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_payout_evidence PRIMARY KEY,
    payout_id uuid NOT NULL CONSTRAINT fk_payout_evidence_payout_id REFERENCES payouts (id),
    attempt_id uuid NOT NULL CONSTRAINT fk_payout_evidence_attempt_id REFERENCES payout_attempts (id),
    kind text NOT NULL,
    provider_payout_id uuid,
    actor_id uuid,
    detail jsonb NOT NULL DEFAULT '{}',
    occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT chk_payout_evidence_kind CHECK (kind IN
      ('RESPONSE', 'RESPONSE_UNUSABLE', 'CALLBACK_URL', 'WEBHOOK_AT_TOKEN', 'OPERATOR_BOUND', 'OPERATORS_CLOSED',
       'DUPLICATE', 'BINDING_DISPROVED'))
  );

  CREATE INDEX ix_payout_evidence_payout_id ON payout_evidence (payout_id);
  CREATE INDEX ix_payout_evidence_provider_payout_id ON payout_evidence (provider_payout_id)
  WHERE provider_payout_id IS NOT NULL;

  CREATE TRIGGER tr_payout_evidence_append_only BEFORE UPDATE OR DELETE ON payout_evidence
  FOR EACH ROW EXECUTE FUNCTION refuse_rewrite()`;
