import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountH2hCodes1795219228200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE h2h_sessions
        ADD COLUMN codes_sent integer NOT NULL DEFAULT 0,
        ADD CONSTRAINT chk_h2h_sessions_codes_sent CHECK (codes_sent BETWEEN 0 AND 5)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE h2h_sessions DROP COLUMN codes_sent');
  }
}
