import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PurgeRecipientHashes1795219228100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payouts
        ALTER COLUMN recipient_hash DROP NOT NULL,
        ALTER COLUMN requisites_hash DROP NOT NULL,
        -- What has a recipient can be found and compared by it. A replica of the version before purges the recipient alone.
        ADD CONSTRAINT chk_payouts_recipient_hashes CHECK (
          sealed_recipient IS NULL OR (recipient_hash IS NOT NULL AND requisites_hash IS NOT NULL))`);
    // Those that were purged before: a keyed hash still tells whoever may search whether a guess is right.
    await queryRunner.query(`UPDATE payouts SET recipient_hash = NULL, requisites_hash = NULL
      WHERE recipient_purged_at IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // Nothing has such a hash, so what was purged is found by nothing.
    await queryRunner.query(`UPDATE payouts SET recipient_hash = decode(repeat('00', 32), 'hex'),
      requisites_hash = decode(repeat('00', 32), 'hex') WHERE recipient_hash IS NULL`);
    await queryRunner.query(`
      ALTER TABLE payouts
        DROP CONSTRAINT chk_payouts_recipient_hashes,
        ALTER COLUMN recipient_hash SET NOT NULL,
        ALTER COLUMN requisites_hash SET NOT NULL`);
  }
}
