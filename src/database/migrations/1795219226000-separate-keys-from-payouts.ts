import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SeparateKeysFromPayouts1795219226000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // The bootstrap key administers. Of any other key that did both, what it was made for goes on: making keys is what the
    // bootstrap key can still do.
    await queryRunner.query(`
      UPDATE api_keys SET roles = array_remove(roles, 'operator') WHERE configured_as = 'bootstrap'`);
    await queryRunner.query(`
      UPDATE api_keys SET roles = array_remove(roles, 'admin'), scopes = array_remove(scopes, 'keys:manage')
      WHERE configured_as IS DISTINCT FROM 'bootstrap'
        AND (roles && '{operator,approver}' OR scopes && '{payouts:create,payouts:approve}')`);
    await queryRunner.query(`
      ALTER TABLE api_keys
        DROP CONSTRAINT chk_api_keys_maker_or_checker,
        -- Creating payouts, approving them and making keys: nobody does two of them.
        ADD CONSTRAINT chk_api_keys_separate_duties CHECK (
          (roles @> '{operator}' OR scopes @> '{payouts:create}')::int
          + (roles @> '{approver}' OR scopes @> '{payouts:approve}')::int
          + (roles @> '{admin}' OR scopes @> '{keys:manage}')::int <= 1)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE api_keys
        DROP CONSTRAINT chk_api_keys_separate_duties,
        ADD CONSTRAINT chk_api_keys_maker_or_checker CHECK (NOT (
          (roles @> '{operator}' OR scopes @> '{payouts:create}')
          AND (roles @> '{approver}' OR scopes @> '{payouts:approve}')))`);
  }
}
