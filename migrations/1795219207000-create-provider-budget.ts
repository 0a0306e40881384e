import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The token bucket that all replicas draw from before they call the provider: one row, rewritten all the time. The
 * table is unlogged, so that a lease waits for no disk: after a crash it is empty, and the next lease fills it.
 */
const TABLE = `
  CREATE UNLOGGED TABLE provider_budget (
    name text NOT NULL CONSTRAINT pk_provider_budget PRIMARY KEY,
    tokens double precision NOT NULL,
    last_grant integer NOT NULL,
    refilled_at timestamptz NOT NULL,
    CONSTRAINT chk_provider_budget_tokens CHECK (tokens >= 0 AND tokens <= 10000),
    CONSTRAINT chk_provider_budget_last_grant CHECK (last_grant >= 0)
  ) WITH (fillfactor = 50)`;

export class CreateProviderBudget1795219207000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE provider_budget');
  }
}
