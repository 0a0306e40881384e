import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payouts are searched by a part of their ids and of their note, as orders are. */
export class IndexPayoutsForSearch1795219217000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE INDEX ix_payouts_search ON payouts USING gin ((lower(
        id::text || ' ' || coalesce(provider_payout_id::text, '') || ' ' || coalesce(external_id, '') || ' ' ||
        idempotency_key || ' ' || coalesce(note, '')
      )) gin_trgm_ops)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX ix_payouts_search');
  }
}
