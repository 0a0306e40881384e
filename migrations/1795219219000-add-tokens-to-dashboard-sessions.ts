import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A session is opened with an API key, or at an identity provider, whose tokens then stay here. */
export class AddTokensToDashboardSessions1795219219000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE dashboard_sessions
        ALTER COLUMN key_hash DROP NOT NULL,
        ADD COLUMN sealed_tokens bytea,
        -- Until when one replica has the tokens exchanged for new ones; the others leave it to that one.
        ADD COLUMN refreshing_until timestamptz,
        ADD CONSTRAINT chk_dashboard_sessions_credential CHECK ((key_hash IS NULL) <> (sealed_tokens IS NULL))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM dashboard_sessions WHERE key_hash IS NULL;
      ALTER TABLE dashboard_sessions
        DROP COLUMN sealed_tokens,
        DROP COLUMN refreshing_until,
        ALTER COLUMN key_hash SET NOT NULL`);
  }
}
