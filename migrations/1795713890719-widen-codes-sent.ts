import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many codes an order may send is a setting of the provider profile; the database holds to its largest value. */
export class WidenCodesSent1795713890719 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE h2h_sessions DROP CONSTRAINT chk_h2h_sessions_codes_sent;
      ALTER TABLE h2h_sessions
        ADD CONSTRAINT chk_h2h_sessions_codes_sent CHECK (codes_sent BETWEEN 0 AND 20) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE h2h_sessions DROP CONSTRAINT chk_h2h_sessions_codes_sent;
      ALTER TABLE h2h_sessions
        ADD CONSTRAINT chk_h2h_sessions_codes_sent CHECK (codes_sent BETWEEN 0 AND 5) NOT VALID`);
  }
}
