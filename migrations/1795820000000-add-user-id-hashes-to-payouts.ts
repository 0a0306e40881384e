import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keyed hash of the recipient's user id. The release before leaves it null, so its payouts are not found by it. */
export class AddUserIdHashesToPayouts1795820000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payouts ADD COLUMN user_id_hash bytea,
        ADD CONSTRAINT chk_payouts_user_id_hash CHECK (length(user_id_hash) = 32) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payouts DROP COLUMN user_id_hash');
  }
}
