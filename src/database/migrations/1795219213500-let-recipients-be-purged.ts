import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LetRecipientsBePurged1795219213500 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payouts
        ADD COLUMN recipient_purged_at timestamptz,
        ALTER COLUMN sealed_recipient DROP NOT NULL,
        ADD CONSTRAINT chk_payouts_recipient_purged_at
          CHECK ((sealed_recipient IS NULL) = (recipient_purged_at IS NOT NULL)),
        -- What may still be sent has its recipient, whatever the code does.
        ADD CONSTRAINT chk_payouts_recipient_kept CHECK (sealed_recipient IS NOT NULL OR
          submission_state IN ('DECLINED', 'WITHDRAWN', 'REJECTED', 'CLOSED', 'ACCEPTED', 'UNCONFIRMED'))`);
    // What retention looks for: no longer in it once it is purged.
    await queryRunner.query(`
      CREATE INDEX ix_payouts_recipient_kept ON payouts (updated_at)
      WHERE sealed_recipient IS NOT NULL AND next_check_at IS NULL
        AND submission_state IN ('DECLINED', 'WITHDRAWN', 'REJECTED', 'CLOSED', 'ACCEPTED')`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // A purged recipient cannot come back: what is left of it does not open, as after the loss of the key.
    await queryRunner.query(`UPDATE payouts SET sealed_recipient = '', recipient_purged_at = NULL
      WHERE sealed_recipient IS NULL`);
    await queryRunner.query('DROP INDEX ix_payouts_recipient_kept');
    await queryRunner.query(`
      ALTER TABLE payouts
        DROP CONSTRAINT chk_payouts_recipient_kept,
        DROP CONSTRAINT chk_payouts_recipient_purged_at,
        ALTER COLUMN sealed_recipient SET NOT NULL,
        DROP COLUMN recipient_purged_at`);
  }
}
