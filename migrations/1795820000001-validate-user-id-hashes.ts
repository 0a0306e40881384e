import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ValidateUserIdHashes1795820000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payouts VALIDATE CONSTRAINT chk_payouts_user_id_hash');
  }

  async down(): Promise<void> {
    // A constraint stays valid.
  }
}
