import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexesConcurrently } from './concurrently.js';

// Without a list of pending entries: an order pays for its own, and no search reads those of others.
const INDEXES = {
  ix_orders_customer_hashes: 'USING gin (customer_hashes) WITH (fastupdate = off)',
  ix_orders_customer_hashes_due: '(updated_at) WHERE customer_hashes IS NOT NULL AND next_check_at IS NULL',
};

/** Orders are found by the hashes of their payer, and those due to be purged by the time of their last change. */
export class IndexCustomersOfOrders1795810000001 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndexesConcurrently(queryRunner, 'orders', INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
