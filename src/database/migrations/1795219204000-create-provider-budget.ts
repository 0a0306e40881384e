import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateProviderBudget1795219204000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // The token bucket all replicas draw from before they call the provider: one row.
    await queryRunner.query(`
      CREATE TABLE provider_budget (
        name text NOT NULL CONSTRAINT pk_provider_budget PRIMARY KEY,
        tokens double precision NOT NULL,
        last_grant integer NOT NULL,
        refilled_at timestamptz NOT NULL,
        CONSTRAINT chk_provider_budget_last_grant CHECK (last_grant >= 0)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE provider_budget');
  }
}
