import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepCompletionTimes1795219213800 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payouts
        -- By the payment service, if it gives a time; completed_at is then the same, and else when Purser learned of it.
        ADD COLUMN provider_completed_at timestamptz`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payouts DROP COLUMN provider_completed_at');
  }
}
