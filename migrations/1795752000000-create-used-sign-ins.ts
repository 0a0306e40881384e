import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sign-ins at the identity provider that a browser came back from. A replica of the release before notes none. */
export class CreateUsedSignIns1795752000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE used_sign_ins (
        state_hash bytea NOT NULL CONSTRAINT pk_used_sign_ins PRIMARY KEY,
        used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT chk_used_sign_ins_hash CHECK (length(state_hash) = 32)
      );

      CREATE INDEX ix_used_sign_ins_used_at ON used_sign_ins (used_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE used_sign_ins');
  }
}
