import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexesConcurrently } from './concurrently.js';

const INDEXES = { ix_payouts_user_id_hash_created_at: '(user_id_hash, created_at) WHERE user_id_hash IS NOT NULL' };

/** Payouts are found by the user id of their recipient. */
export class IndexUserIdHashes1795820000002 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndexesConcurrently(queryRunner, 'payouts', INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
