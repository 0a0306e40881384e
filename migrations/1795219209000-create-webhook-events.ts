import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  CREATE TABLE webhook_events (
    id uuid NOT NULL CONSTRAINT pk_webhook_events PRIMARY KEY,
    source text NOT NULL,
    body_sha256 bytea NOT NULL,
    body_bytes integer NOT NULL,
    sealed_body bytea,
    -- The headers a signature may be in: encrypted, and bound to the hash of the body they came with.
    sealed_signature bytea,
    body_purged_at timestamptz,
    content_type text,
    attempt_id uuid,
    signature_state text,
    -- What vouches for the best delivery: its address or signature, an object of Purser's that it names, or nothing.
    standing text NOT NULL DEFAULT 'VERIFIED',
    -- Where a delivery came from that nothing vouches for.
    sender_network text,
    deliveries integer NOT NULL DEFAULT 1,
    state text NOT NULL DEFAULT 'RECEIVED',
    note text,
    provider_object_id uuid,
    subject_id uuid,
    account_id uuid,
    tries integer NOT NULL DEFAULT 0,
    replays integer NOT NULL DEFAULT 0,
    replayed_at timestamptz,
    next_try_at timestamptz DEFAULT now(),
    first_received_at timestamptz(3) NOT NULL DEFAULT now(),
    last_received_at timestamptz NOT NULL DEFAULT now(),
    processed_at timestamptz,
    CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256
      UNIQUE NULLS NOT DISTINCT (source, attempt_id, body_sha256),
    CONSTRAINT chk_webhook_events_source CHECK (source IN ('ORDERS', 'PAYOUTS', 'UNKNOWN_PAYOUT_TOKEN')),
    CONSTRAINT chk_webhook_events_body_sha256 CHECK (length(body_sha256) = 32),
    CONSTRAINT chk_webhook_events_state CHECK (state IN ('RECEIVED', 'PROCESSED', 'IGNORED', 'FAILED')),
    CONSTRAINT chk_webhook_events_standing CHECK (standing IN ('VERIFIED', 'BOUND', 'UNVERIFIED')),
    CONSTRAINT chk_webhook_events_signature_state CHECK (signature_state IN
      ('valid', 'invalid', 'missing', 'not_configured')),
    -- What was received and not yet dealt with is always due at some time.
    CONSTRAINT chk_webhook_events_next_try_at CHECK ((state = 'RECEIVED') = (next_try_at IS NOT NULL)),
    -- What is still to be dealt with has its body, and one without it says since when.
    CONSTRAINT chk_webhook_events_body_kept CHECK (state <> 'RECEIVED' OR sealed_body IS NOT NULL),
    CONSTRAINT chk_webhook_events_body_purged_at CHECK ((sealed_body IS NULL) = (body_purged_at IS NOT NULL))
  )`;

const INDEXES = `
  -- The queues.
  CREATE INDEX ix_webhook_events_next_try_at ON webhook_events (next_try_at) WHERE next_try_at IS NOT NULL;
  CREATE INDEX ix_webhook_events_due ON webhook_events (source, next_try_at)
  WHERE next_try_at IS NOT NULL AND standing <> 'UNVERIFIED';
  CREATE INDEX ix_webhook_events_unverified_due ON webhook_events (next_try_at) INCLUDE (sender_network)
  WHERE next_try_at IS NOT NULL AND standing = 'UNVERIFIED';

  -- What is trimmed.
  CREATE INDEX ix_webhook_events_unverified_processed ON webhook_events (processed_at)
  WHERE next_try_at IS NULL AND standing = 'UNVERIFIED' AND source = 'PAYOUTS';
  CREATE INDEX ix_webhook_events_unknown_token ON webhook_events (sender_network, first_received_at)
  WHERE source = 'UNKNOWN_PAYOUT_TOKEN' AND standing = 'UNVERIFIED' AND sealed_body IS NOT NULL;

  -- What people look for.
  CREATE INDEX ix_webhook_events_first_received_at_id ON webhook_events (first_received_at, id);
  CREATE INDEX ix_webhook_events_provider_object_id ON webhook_events (provider_object_id);
  CREATE INDEX ix_webhook_events_subject_id ON webhook_events (subject_id) WHERE subject_id IS NOT NULL;
  CREATE INDEX ix_webhook_events_account_id_first_received_at_id
  ON webhook_events (account_id, first_received_at, id) WHERE account_id IS NOT NULL;
  CREATE INDEX ix_webhook_events_failed ON webhook_events (first_received_at, id) WHERE state = 'FAILED';

  -- The index of retention: a row is no longer in it once it is purged.
  CREATE INDEX ix_webhook_events_body_kept ON webhook_events (last_received_at)
  WHERE sealed_body IS NOT NULL AND state <> 'RECEIVED'`;

export class CreateWebhookEvents1795219209000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
    await queryRunner.query(INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE webhook_events');
  }
}
