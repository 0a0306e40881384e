import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './concurrently.js';

/** Every new payout is compared with what the provider has and Purser lacks. */
export class IndexLostPayments1795712446205 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      queryRunner,
      'ix_discrepancies_lost_payments',
      `ON discrepancies (amount, requisites_hash) WHERE kind = 'UNKNOWN_PAYOUT' AND payout_id IS NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX ix_discrepancies_lost_payments');
  }
}
