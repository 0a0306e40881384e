import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A statement may have a period: a payout that is completed here within it and in no line is read back, and kept as a
 * discrepancy of a new kind. The release before leaves the columns as they are; it reads such a payout back as well, and
 * opens nothing.
 */
export class AddPeriodsToStatements1795727216907 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE statement_imports ADD COLUMN period_from timestamptz(3), ADD COLUMN period_to timestamptz(3),
        ADD COLUMN lacking integer NOT NULL DEFAULT 0,
        ADD CONSTRAINT chk_statement_imports_period CHECK ((period_from IS NULL) = (period_to IS NULL)) NOT VALID;
      ALTER TABLE statement_lines ADD COLUMN is_lacking boolean NOT NULL DEFAULT false,
        DROP CONSTRAINT chk_statement_lines_outcome,
        ADD CONSTRAINT chk_statement_lines_outcome CHECK (outcome IN
          ('OURS', 'UNKNOWN_PAYOUT', 'ABSENT', 'GIVEN_UP', 'NOT_IN_STATEMENT')) NOT VALID;
      ALTER TABLE discrepancies DROP CONSTRAINT chk_discrepancies_kind,
        ADD CONSTRAINT chk_discrepancies_kind CHECK (kind IN ('AMOUNT', 'RECIPIENT', 'STATUS_REGRESSION', 'CORRECTED',
          'ABSENT', 'UNKNOWN_PAYOUT', 'BALANCE', 'NOT_IN_STATEMENT')) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE discrepancies DROP CONSTRAINT chk_discrepancies_kind,
        ADD CONSTRAINT chk_discrepancies_kind CHECK (kind IN ('AMOUNT', 'RECIPIENT', 'STATUS_REGRESSION', 'CORRECTED',
          'ABSENT', 'UNKNOWN_PAYOUT', 'BALANCE')) NOT VALID;
      ALTER TABLE statement_lines DROP COLUMN is_lacking, DROP CONSTRAINT chk_statement_lines_outcome,
        ADD CONSTRAINT chk_statement_lines_outcome CHECK (outcome IN
          ('OURS', 'UNKNOWN_PAYOUT', 'ABSENT', 'GIVEN_UP')) NOT VALID;
      ALTER TABLE statement_imports DROP COLUMN period_from, DROP COLUMN period_to, DROP COLUMN lacking`);
  }
}
