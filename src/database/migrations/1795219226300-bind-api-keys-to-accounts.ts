import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BindApiKeysToAccounts1795219226300 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE api_keys
        -- The accounts it sees and acts for; empty for all of them.
        ADD COLUMN account_ids uuid[] NOT NULL DEFAULT '{}',
        ADD CONSTRAINT chk_api_keys_account_ids CHECK (cardinality(account_ids) <= 20)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // Without the column a bound key would open every account.
    await queryRunner.query(`
      UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()),
        revoke_reason = coalesce(revoke_reason, 'Bound to accounts, which this version does not know.')
      WHERE account_ids <> '{}'`);
    await queryRunner.query(`
      ALTER TABLE api_keys DROP CONSTRAINT chk_api_keys_account_ids, DROP COLUMN account_ids`);
  }
}
