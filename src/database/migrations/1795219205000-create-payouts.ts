import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePayouts1795219205000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
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
        sealed_recipient bytea NOT NULL,
        masked_requisites text NOT NULL,
        recipient_hash bytea NOT NULL,
        requisites_hash bytea NOT NULL,
        -- What would be paid to whom, and what of that was approved: the claim sends only when they are equal.
        content_hash bytea NOT NULL,
        approved_hash bytea,
        hold_reason text,
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
        -- A status seen once that contradicts a final one; it counts when it is seen again.
        suspected_state text,
        attempts_made integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz,
        checks_made integer NOT NULL DEFAULT 0,
        next_check_at timestamptz,
        created_by uuid NOT NULL,
        accepted_at timestamptz,
        completed_at timestamptz,
        corrected_at timestamptz,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_payouts_account_id_idempotency_key UNIQUE (account_id, idempotency_key),
        CONSTRAINT chk_payouts_amount CHECK (amount > 0 AND amount < 1e12 AND scale(amount) <= 4),
        CONSTRAINT chk_payouts_currency CHECK (currency ~ '^[A-Z]{3}$'),
        CONSTRAINT chk_payouts_recipient_hash CHECK (length(recipient_hash) = 32),
        CONSTRAINT chk_payouts_requisites_hash CHECK (length(requisites_hash) = 32),
        CONSTRAINT chk_payouts_content_hash CHECK (length(content_hash) = 32),
        CONSTRAINT chk_payouts_hold_reason CHECK (hold_reason IN ('LOOK_ALIKE')),
        CONSTRAINT chk_payouts_submission_state CHECK (submission_state IN
          ('AWAITING_APPROVAL', 'DECLINED', 'WITHDRAWN', 'APPROVED', 'SUBMITTING', 'UNCONFIRMED', 'REJECTED', 'CLOSED',
           'ACCEPTED')),
        CONSTRAINT chk_payouts_provider_state CHECK (provider_state IN
          ('CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED', 'UNRECOGNIZED')),
        -- The payment service has it exactly when we know its id there.
        CONSTRAINT chk_payouts_provider_payout_id CHECK
          ((submission_state = 'ACCEPTED') = (provider_payout_id IS NOT NULL)),
        CONSTRAINT chk_payouts_provider_status CHECK ((provider_payout_id IS NULL) = (provider_state IS NULL)),
        -- What may be sent is due at some time, and nothing else is.
        CONSTRAINT chk_payouts_next_attempt_at CHECK ((submission_state = 'APPROVED') = (next_attempt_at IS NOT NULL)),
        -- What the payment service has not ended is looked at again at some time.
        CONSTRAINT chk_payouts_next_check_at CHECK
          (next_check_at IS NOT NULL OR coalesce(provider_state, 'FAILED') NOT IN
            ('CREATED', 'PROCESSING', 'UNRECOGNIZED'))
      )`);
    for (const index of [
      'CREATE INDEX ix_payouts_next_attempt_at ON payouts (next_attempt_at) WHERE next_attempt_at IS NOT NULL',
      'CREATE INDEX ix_payouts_next_check_at ON payouts (next_check_at) WHERE next_check_at IS NOT NULL',
      'CREATE INDEX ix_payouts_recipient_hash_created_at ON payouts (recipient_hash, created_at)',
      'CREATE INDEX ix_payouts_requisites_hash_created_at ON payouts (requisites_hash, created_at)',
      'CREATE INDEX ix_payouts_idempotency_key ON payouts (idempotency_key)',
      'CREATE INDEX ix_payouts_external_id ON payouts (external_id) WHERE external_id IS NOT NULL',
      'CREATE INDEX ix_payouts_created_at_id ON payouts (created_at, id)',
      'CREATE INDEX ix_payouts_updated_at_id ON payouts (updated_at, id)',
      'CREATE INDEX ix_payouts_amount_id ON payouts (amount, id)',
      'CREATE INDEX ix_payouts_status_created_at_id ON payouts (status, created_at, id)',
      'CREATE INDEX ix_payouts_corrected ON payouts (created_at, id) WHERE corrected_at IS NOT NULL',
      'CREATE INDEX ix_payouts_problem ON payouts (created_at, id) WHERE problem IS NOT NULL OR finding IS NOT NULL',
    ]) {
      await queryRunner.query(index);
    }
    await queryRunner.query(`
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
        settled_at timestamptz,
        CONSTRAINT uq_payout_attempts_payout_id_number UNIQUE (payout_id, number),
        CONSTRAINT chk_payout_attempts_token_hash CHECK (length(token_hash) = 32),
        CONSTRAINT chk_payout_attempts_state CHECK (state IN
          ('CLAIMED', 'NOT_SENT', 'REJECTED', 'ACCEPTED', 'UNKNOWN', 'CLOSED')),
        CONSTRAINT chk_payout_attempts_accepted CHECK (state <> 'ACCEPTED' OR provider_payout_id IS NOT NULL)
      )`);
    // Never twice: whatever the code does, the database refuses a second attempt while one may have been paid.
    await queryRunner.query(`
      CREATE UNIQUE INDEX uq_payout_attempts_one_live ON payout_attempts (payout_id)
      WHERE state IN ('CLAIMED', 'UNKNOWN', 'ACCEPTED')`);
    await queryRunner.query(`
      CREATE INDEX ix_payout_attempts_deadline_at ON payout_attempts (deadline_at) WHERE state = 'CLAIMED'`);
    await queryRunner.query('CREATE INDEX ix_payout_attempts_claimed_at ON payout_attempts (claimed_at)');
    await queryRunner.query(
      `CREATE INDEX ix_payout_attempts_unknown ON payout_attempts (settled_at) WHERE state = 'UNKNOWN'`,
    );
    await queryRunner.query(`
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
          ('RESPONSE', 'CALLBACK_URL', 'WEBHOOK_AT_TOKEN', 'OPERATOR_BOUND', 'OPERATORS_CLOSED', 'DUPLICATE'))
      )`);
    await queryRunner.query('CREATE INDEX ix_payout_evidence_payout_id ON payout_evidence (payout_id)');
    await queryRunner.query(`
      CREATE INDEX ix_payout_evidence_provider_payout_id ON payout_evidence (provider_payout_id)
      WHERE provider_payout_id IS NOT NULL`);
    await queryRunner.query(`
      CREATE FUNCTION refuse_payout_evidence_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'payout_evidence is append-only' USING ERRCODE = 'restrict_violation';
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER tr_payout_evidence_append_only BEFORE UPDATE OR DELETE ON payout_evidence
      FOR EACH ROW EXECUTE FUNCTION refuse_payout_evidence_rewrite()`);
    await queryRunner.query(`
      CREATE TABLE payout_proposals (
        id uuid NOT NULL CONSTRAINT pk_payout_proposals PRIMARY KEY,
        payout_id uuid NOT NULL CONSTRAINT fk_payout_proposals_payout_id REFERENCES payouts (id),
        kind text NOT NULL,
        provider_payout_id uuid,
        resend boolean NOT NULL DEFAULT false,
        reference text NOT NULL,
        proposed_by uuid NOT NULL,
        proposed_at timestamptz NOT NULL DEFAULT now(),
        confirmed_by uuid,
        confirmed_at timestamptz,
        CONSTRAINT chk_payout_proposals_kind CHECK (kind IN ('BIND', 'CLOSE')),
        CONSTRAINT chk_payout_proposals_two_people CHECK (confirmed_by IS DISTINCT FROM proposed_by)
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX uq_payout_proposals_one_open ON payout_proposals (payout_id) WHERE confirmed_at IS NULL`);
    await queryRunner.query(`
      CREATE TABLE payout_gate (
        id boolean NOT NULL DEFAULT true CONSTRAINT pk_payout_gate PRIMARY KEY CONSTRAINT chk_payout_gate_id CHECK (id),
        is_open boolean NOT NULL,
        reason text NOT NULL,
        changed_by uuid,
        changed_at timestamptz NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`INSERT INTO payout_gate (is_open, reason) VALUES (true, 'Open from the start.')`);
    await queryRunner.query(`
      ALTER TABLE status_changes DROP CONSTRAINT chk_status_changes_subject_type,
      ADD CONSTRAINT chk_status_changes_subject_type CHECK (subject_type IN ('ORDER', 'PAYOUT'))`);
    await queryRunner.query(`
      ALTER TABLE webhook_events DROP CONSTRAINT chk_webhook_events_source,
      ADD CONSTRAINT chk_webhook_events_source CHECK (source IN ('ORDERS', 'PAYOUTS', 'UNKNOWN_PAYOUT_TOKEN')),
      ADD COLUMN attempt_id uuid,
      ADD COLUMN signature_state text,
      DROP CONSTRAINT uq_webhook_events_source_body_sha256,
      ADD CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256
        UNIQUE NULLS NOT DISTINCT (source, attempt_id, body_sha256),
      ADD CONSTRAINT chk_webhook_events_signature_state CHECK (signature_state IN
        ('valid', 'invalid', 'missing', 'not_configured'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM webhook_events WHERE source <> 'ORDERS'`);
    await queryRunner.query(`
      ALTER TABLE webhook_events DROP CONSTRAINT chk_webhook_events_source,
      ADD CONSTRAINT chk_webhook_events_source CHECK (source IN ('ORDERS')),
      DROP COLUMN attempt_id, DROP COLUMN signature_state,
      ADD CONSTRAINT uq_webhook_events_source_body_sha256 UNIQUE (source, body_sha256)`);
    await queryRunner.query('ALTER TABLE status_changes DISABLE TRIGGER tr_status_changes_append_only');
    await queryRunner.query(`DELETE FROM status_changes WHERE subject_type <> 'ORDER'`);
    await queryRunner.query('ALTER TABLE status_changes ENABLE TRIGGER tr_status_changes_append_only');
    await queryRunner.query(`
      ALTER TABLE status_changes DROP CONSTRAINT chk_status_changes_subject_type,
      ADD CONSTRAINT chk_status_changes_subject_type CHECK (subject_type IN ('ORDER'))`);
    for (const table of ['payout_gate', 'payout_proposals', 'payout_evidence', 'payout_attempts', 'payouts']) {
      await queryRunner.query(`DROP TABLE ${table}`);
    }
    await queryRunner.query('DROP FUNCTION refuse_payout_evidence_rewrite()');
  }
}
