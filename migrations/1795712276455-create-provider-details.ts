import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The fields of a provider's object that have no column. */
export class CreateProviderDetails1795712276455 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE provider_details (
        id uuid NOT NULL CONSTRAINT pk_provider_details PRIMARY KEY,
        subject_type text NOT NULL CONSTRAINT chk_provider_details_subject_type CHECK (subject_type IN ('ORDER', 'PAYOUT')),
        digest bytea NOT NULL,
        sealed_details bytea NOT NULL,
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      );

      CREATE INDEX ix_provider_details_updated_at ON provider_details (updated_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE provider_details');
  }
}
