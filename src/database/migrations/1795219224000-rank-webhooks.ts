import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RankWebhooks1795219224000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE webhook_events
        -- What vouches for the best delivery: its address or signature, an object of ours that it names, or nothing. What
        -- replicas of the version before store is taken as it was by them.
        ADD COLUMN standing text NOT NULL DEFAULT 'VERIFIED',
        -- Where a delivery came from that nothing vouches for.
        ADD COLUMN sender_network text,
        ADD CONSTRAINT chk_webhook_events_standing CHECK (standing IN ('VERIFIED', 'BOUND', 'UNVERIFIED'))`);
    await queryRunner.query(`UPDATE webhook_events SET standing = 'UNVERIFIED' WHERE source = 'UNKNOWN_PAYOUT_TOKEN'`);
    for (const index of [
      // The queues. ix_webhook_events_next_try_at stays for replicas of the version before.
      `CREATE INDEX ix_webhook_events_due ON webhook_events (source, next_try_at)
       WHERE next_try_at IS NOT NULL AND standing <> 'UNVERIFIED'`,
      `CREATE INDEX ix_webhook_events_unverified_due ON webhook_events (next_try_at) INCLUDE (sender_network)
       WHERE next_try_at IS NOT NULL AND standing = 'UNVERIFIED'`,
      // What is trimmed.
      `CREATE INDEX ix_webhook_events_unverified_settled ON webhook_events (processed_at)
       WHERE next_try_at IS NULL AND standing = 'UNVERIFIED' AND source = 'PAYOUTS'`,
      `CREATE INDEX ix_webhook_events_unknown_token ON webhook_events (sender_network, first_received_at)
       WHERE source = 'UNKNOWN_PAYOUT_TOKEN' AND standing = 'UNVERIFIED' AND sealed_body IS NOT NULL`,
    ]) {
      await queryRunner.query(index);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX ix_webhook_events_due');
    await queryRunner.query('DROP INDEX ix_webhook_events_unverified_due');
    await queryRunner.query('DROP INDEX ix_webhook_events_unverified_settled');
    await queryRunner.query('DROP INDEX ix_webhook_events_unknown_token');
    await queryRunner.query('ALTER TABLE webhook_events DROP COLUMN standing, DROP COLUMN sender_network');
  }
}
