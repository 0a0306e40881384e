import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an approved payout waits for, and since when. The release before leaves both empty, and reads neither. */
export class AddWaitsToPayouts1795710380182 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payouts ADD COLUMN waits_for text, ADD COLUMN waits_since timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payouts DROP COLUMN waits_for, DROP COLUMN waits_since');
  }
}
