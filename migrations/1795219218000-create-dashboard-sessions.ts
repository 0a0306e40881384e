import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of the dashboard, opened with an API key. Of the cookie only a keyed hash is kept. */
export class CreateDashboardSessions1795219218000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE dashboard_sessions (
        id uuid NOT NULL CONSTRAINT pk_dashboard_sessions PRIMARY KEY,
        secret_hash bytea NOT NULL CONSTRAINT uq_dashboard_sessions_secret_hash UNIQUE,
        -- Of the secret of the API key that opened it.
        key_hash bytea NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT chk_dashboard_sessions_hashes CHECK (length(secret_hash) = 32 AND length(key_hash) = 32)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE dashboard_sessions');
  }
}
