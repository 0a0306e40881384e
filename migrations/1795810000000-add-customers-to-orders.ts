import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keyed hashes and masks of the payer's e-mail, phone and id. The release before leaves both null, so its orders are not
 * found by their payer.
 */
export class AddCustomersToOrders1795810000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE orders ADD COLUMN customer_hashes bytea[], ADD COLUMN masked_customer jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE orders DROP COLUMN customer_hashes, DROP COLUMN masked_customer');
  }
}
