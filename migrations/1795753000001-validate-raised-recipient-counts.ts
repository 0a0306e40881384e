import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the constraint of the migration before, in a transaction of its own: the rows are read beside writers. */
export class ValidateRaisedRecipientCounts1795753000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE recipient_counts VALIDATE CONSTRAINT chk_recipient_counts_raised_to');
  }

  async down(): Promise<void> {
    // A constraint that is valid stays so.
  }
}
