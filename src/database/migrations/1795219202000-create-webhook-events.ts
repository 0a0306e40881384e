import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhookEvents1795219202000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE webhook_events (
        id uuid NOT NULL CONSTRAINT pk_webhook_events PRIMARY KEY,
        source text NOT NULL,
        body_sha256 bytea NOT NULL,
        body_bytes integer NOT NULL,
        sealed_body bytea NOT NULL,
        content_type text,
        deliveries integer NOT NULL DEFAULT 1,
        state text NOT NULL DEFAULT 'RECEIVED',
        note text,
        provider_object_id uuid,
        subject_id uuid,
        tries integer NOT NULL DEFAULT 0,
        next_try_at timestamptz DEFAULT now(),
        first_received_at timestamptz(3) NOT NULL DEFAULT now(),
        last_received_at timestamptz NOT NULL DEFAULT now(),
        processed_at timestamptz,
        CONSTRAINT uq_webhook_events_source_body_sha256 UNIQUE (source, body_sha256),
        CONSTRAINT chk_webhook_events_source CHECK (source IN ('ORDERS')),
        CONSTRAINT chk_webhook_events_body_sha256 CHECK (length(body_sha256) = 32),
        CONSTRAINT chk_webhook_events_state CHECK (state IN ('RECEIVED', 'PROCESSED', 'IGNORED', 'FAILED')),
        -- What was received and not yet dealt with is always due at some time.
        CONSTRAINT chk_webhook_events_next_try_at CHECK ((state = 'RECEIVED') = (next_try_at IS NOT NULL))
      )`);
    await queryRunner.query(
      'CREATE INDEX ix_webhook_events_next_try_at ON webhook_events (next_try_at) WHERE next_try_at IS NOT NULL',
    );
    await queryRunner.query(
      'CREATE INDEX ix_webhook_events_first_received_at_id ON webhook_events (first_received_at, id)',
    );
    await queryRunner.query('CREATE INDEX ix_webhook_events_provider_object_id ON webhook_events (provider_object_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE webhook_events');
  }
}
