import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexesConcurrently } from './concurrently.js';

// Not for non-null values alone: the statistics of a partial index do not serve a condition with OR.
const INDEXES = {
  ix_orders_id_end: '(reverse(id::text) COLLATE "C")',
  ix_orders_provider_order_id_end: '(reverse(provider_order_id::text) COLLATE "C")',
  ix_orders_external_id_beginning: '(lower(external_id) COLLATE "C")',
  ix_orders_external_id_end: '(reverse(lower(external_id)) COLLATE "C")',
  ix_orders_purpose: 'USING gin (lower(purpose) gin_trgm_ops)',
};

/**
 * Orders are searched by the beginning or end of an id, and by a part of the purpose. The release before still searches
 * by ix_orders_search.
 */
export class IndexEndsOfOrderIds1795799606127 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndexesConcurrently(queryRunner, 'orders', INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
