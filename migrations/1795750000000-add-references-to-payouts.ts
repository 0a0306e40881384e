import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The merchant's own reference of a payout. The release before leaves it null, and sends the note without it. */
export class AddReferencesToPayouts1795750000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payouts ADD COLUMN reference text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payouts DROP COLUMN reference');
  }
}
