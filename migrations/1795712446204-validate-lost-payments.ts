import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the constraints of the migration before, in a transaction of its own: the rows are read beside writers. */
export class ValidateLostPayments1795712446204 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE discrepancies VALIDATE CONSTRAINT chk_discrepancies_requisites_hash;
      ALTER TABLE payouts VALIDATE CONSTRAINT chk_payouts_blocked_by;
      ALTER TABLE payouts VALIDATE CONSTRAINT chk_payouts_approval_reason`);
  }

  async down(): Promise<void> {
    // A constraint that is valid stays so.
  }
}
