import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OperateWebhooks1795219213000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE webhook_events
        -- The headers a signature may be in: encrypted, and bound to the hash of the body they came with.
        ADD COLUMN sealed_signature bytea,
        ADD COLUMN account_id uuid,
        ADD COLUMN replays integer NOT NULL DEFAULT 0,
        ADD COLUMN replayed_at timestamptz,
        ADD COLUMN body_purged_at timestamptz,
        ALTER COLUMN sealed_body DROP NOT NULL,
        -- What is still to be dealt with has its body, and one without it says since when.
        ADD CONSTRAINT chk_webhook_events_body_kept CHECK (state <> 'RECEIVED' OR sealed_body IS NOT NULL),
        ADD CONSTRAINT chk_webhook_events_body_purged_at CHECK ((sealed_body IS NULL) = (body_purged_at IS NOT NULL))`);
    await queryRunner.query(`
      UPDATE webhook_events SET account_id = coalesce(
        (SELECT account_id FROM orders WHERE id = subject_id), (SELECT account_id FROM payouts WHERE id = subject_id))
      WHERE subject_id IS NOT NULL`);
    for (const index of [
      'CREATE INDEX ix_webhook_events_subject_id ON webhook_events (subject_id) WHERE subject_id IS NOT NULL',
      `CREATE INDEX ix_webhook_events_account_id_first_received_at_id
       ON webhook_events (account_id, first_received_at, id) WHERE account_id IS NOT NULL`,
      `CREATE INDEX ix_webhook_events_failed ON webhook_events (first_received_at, id) WHERE state = 'FAILED'`,
      // What retention looks for: no longer in it once it is purged.
      `CREATE INDEX ix_webhook_events_body_kept ON webhook_events (last_received_at)
       WHERE sealed_body IS NOT NULL AND state <> 'RECEIVED'`,
      // The ends of orders and payouts, by which the health of webhooks is measured.
      `CREATE INDEX ix_status_changes_ends ON status_changes (subject_type, occurred_at)
       WHERE to_status IN ('PAID', 'DECLINED', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED')`,
    ]) {
      await queryRunner.query(index);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX ix_status_changes_ends');
    await queryRunner.query('DROP INDEX ix_webhook_events_failed');
    await queryRunner.query('DROP INDEX ix_webhook_events_subject_id');
    await queryRunner.query('DELETE FROM webhook_events WHERE sealed_body IS NULL');
    await queryRunner.query(`
      ALTER TABLE webhook_events
        DROP CONSTRAINT chk_webhook_events_body_kept,
        DROP CONSTRAINT chk_webhook_events_body_purged_at,
        ALTER COLUMN sealed_body SET NOT NULL,
        DROP COLUMN sealed_signature,
        DROP COLUMN account_id,
        DROP COLUMN replays,
        DROP COLUMN replayed_at,
        DROP COLUMN body_purged_at`);
    await queryRunner.query('DROP INDEX IF EXISTS ix_webhook_events_body_kept');
  }
}
