import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the constraints of the migration before, in a transaction of its own: the rows are read beside writers. */
export class ValidateSumsOfMakers1795740000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payout_limits VALIDATE CONSTRAINT chk_payout_limits_kind;
      ALTER TABLE payouts VALIDATE CONSTRAINT chk_payouts_blocked_by`);
  }

  async down(): Promise<void> {
    // A constraint that is valid stays so.
  }
}
