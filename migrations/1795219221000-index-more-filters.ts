import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payouts are listed by who created them, orders by their problems and by when they were paid. */
export class IndexMoreFilters1795219221000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE INDEX ix_payouts_created_by_created_at_id ON payouts (created_by, created_at, id);
      CREATE INDEX ix_orders_problem ON orders (created_at, id) WHERE problem IS NOT NULL;
      CREATE INDEX ix_orders_paid_at ON orders (paid_at) WHERE paid_at IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP INDEX ix_payouts_created_by_created_at_id; DROP INDEX ix_orders_problem; DROP INDEX ix_orders_paid_at',
    );
  }
}
