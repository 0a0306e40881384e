import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People's word that steps of the setup are done. Nothing to copy: a replica of the release before knows no steps. */
export class CreateSetupMarks1795816000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE setup_marks (
        step text NOT NULL CONSTRAINT pk_setup_marks PRIMARY KEY,
        note text NOT NULL,
        marked_by uuid NOT NULL,
        marked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT chk_setup_marks_step CHECK (step IN ('POLICIES', 'BALANCE', 'ORDER_WEBHOOKS', 'PAYOUT_WEBHOOKS', 'BACKUPS',
          'JOURNAL'))
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE setup_marks');
  }
}
