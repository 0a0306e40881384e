import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ValidatePeriodsOfStatements1795727216908 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE statement_imports VALIDATE CONSTRAINT chk_statement_imports_period');
    await queryRunner.query('ALTER TABLE statement_lines VALIDATE CONSTRAINT chk_statement_lines_outcome');
    await queryRunner.query('ALTER TABLE discrepancies VALIDATE CONSTRAINT chk_discrepancies_kind');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
