import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ValidateCodesSent1795713890733 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE h2h_sessions VALIDATE CONSTRAINT chk_h2h_sessions_codes_sent');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
