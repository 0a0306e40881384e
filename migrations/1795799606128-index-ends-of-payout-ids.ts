import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexesConcurrently } from './concurrently.js';

// Not for non-null values alone: the statistics of a partial index do not serve a condition with OR.
const INDEXES = {
  ix_payouts_id_end: '(reverse(id::text) COLLATE "C")',
  ix_payouts_provider_payout_id_end: '(reverse(provider_payout_id::text) COLLATE "C")',
  ix_payouts_external_id_beginning: '(lower(external_id) COLLATE "C")',
  ix_payouts_external_id_end: '(reverse(lower(external_id)) COLLATE "C")',
  ix_payouts_idempotency_key_beginning: '(lower(idempotency_key) COLLATE "C")',
  ix_payouts_idempotency_key_end: '(reverse(lower(idempotency_key)) COLLATE "C")',
  ix_payouts_note: 'USING gin (lower(note) gin_trgm_ops)',
};

/**
 * Payouts are searched by the beginning or end of an id or of the idempotency key, and by a part of the note. The release
 * before still searches by ix_payouts_search.
 */
export class IndexEndsOfPayoutIds1795799606128 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndexesConcurrently(queryRunner, 'payouts', INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
