import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexLookAlikes1795219214100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // A look-alike may be of any age while it is open, so it is found by what makes it one and not by its time: of a
    // recipient who was paid ten thousand times, only the payouts of this amount are read.
    await queryRunner.query('CREATE INDEX ix_payouts_recipient_hash_amount ON payouts (recipient_hash, amount)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX ix_payouts_recipient_hash_amount');
  }
}
