import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the person who closed a discrepancy found the provider's payout to be Purser's. */
export class AddDiscrepancyAnswers1795710899509 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE discrepancies ADD COLUMN is_this_payout boolean');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE discrepancies DROP COLUMN is_this_payout');
  }
}
