import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  CREATE TABLE accounts (
    id uuid NOT NULL CONSTRAINT pk_accounts PRIMARY KEY,
    name text NOT NULL CONSTRAINT uq_accounts_name UNIQUE,
    sealed_api_token bytea NOT NULL,
    terminal_profile jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT chk_accounts_name CHECK (length(name) BETWEEN 1 AND 100)
  )`;

export class CreateAccounts1795219205000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE accounts');
  }
}
