import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps one external id to one payout of an account, whether or not the payouts have partitions. */
export class CreatePayoutExternalIds1795711319745 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE payout_external_ids (
        account_id uuid NOT NULL,
        external_id text NOT NULL,
        payout_id uuid NOT NULL,
        CONSTRAINT pk_payout_external_ids PRIMARY KEY (account_id, external_id)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE payout_external_ids');
  }
}
