import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccounts1795219200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE accounts (
        id uuid NOT NULL CONSTRAINT pk_accounts PRIMARY KEY,
        name text NOT NULL CONSTRAINT uq_accounts_name UNIQUE,
        sealed_api_token bytea NOT NULL,
        terminal_profile jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT chk_accounts_name CHECK (length(name) BETWEEN 1 AND 100)
      )`);
    // A known text, sealed: tells at boot whether ENCRYPTION_KEY is the key this database was written with.
    await queryRunner.query(`
      CREATE TABLE encryption_check (
        id boolean NOT NULL DEFAULT true CONSTRAINT pk_encryption_check PRIMARY KEY
          CONSTRAINT chk_encryption_check_id CHECK (id),
        sealed_text bytea NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE api_keys (
        id uuid NOT NULL CONSTRAINT pk_api_keys PRIMARY KEY,
        name text NOT NULL,
        key_hash bytea NOT NULL CONSTRAINT uq_api_keys_key_hash UNIQUE,
        scopes text[] NOT NULL,
        expires_at timestamptz,
        -- Since when another key stands in its place in the configuration; cleared when it is put back.
        replaced_at timestamptz,
        revoked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT chk_api_keys_key_hash CHECK (length(key_hash) = 32)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE api_keys');
    await queryRunner.query('DROP TABLE encryption_check');
    await queryRunner.query('DROP TABLE accounts');
  }
}
