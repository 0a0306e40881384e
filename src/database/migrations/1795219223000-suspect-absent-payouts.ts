import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SuspectAbsentPayouts1795219223000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // When the payment service first did not show it, null while it does. Replicas of the version before leave it null.
    await queryRunner.query('ALTER TABLE payouts ADD COLUMN absent_since timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payouts DROP COLUMN absent_since');
  }
}
