import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateStatementImports1795219212500 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE statement_imports (
        id uuid NOT NULL CONSTRAINT pk_statement_imports PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT fk_statement_imports_account_id REFERENCES accounts,
        csv_sha256 bytea NOT NULL,
        imported_by uuid NOT NULL,
        imported_at timestamptz(3) NOT NULL DEFAULT now(),
        lines integer NOT NULL,
        matching integer NOT NULL,
        differing integer NOT NULL,
        unknown integer NOT NULL,
        CONSTRAINT chk_statement_imports_csv_sha256 CHECK (length(csv_sha256) = 32)
      )`);
    await queryRunner.query('CREATE INDEX ix_statement_imports_imported_at_id ON statement_imports (imported_at, id)');
    // The lines that the payment service is asked about; those that match ours leave nothing behind.
    await queryRunner.query(`
      CREATE TABLE statement_lines (
        id uuid NOT NULL CONSTRAINT pk_statement_lines PRIMARY KEY,
        import_id uuid NOT NULL CONSTRAINT fk_statement_lines_import_id REFERENCES statement_imports,
        provider_payout_id uuid NOT NULL,
        outcome text,
        tries integer NOT NULL DEFAULT 0,
        next_try_at timestamptz,
        CONSTRAINT uq_statement_lines_import_id_provider_payout_id UNIQUE (import_id, provider_payout_id),
        CONSTRAINT chk_statement_lines_outcome CHECK (outcome IN ('OURS', 'UNKNOWN_PAYOUT', 'ABSENT', 'GIVEN_UP')),
        CONSTRAINT chk_statement_lines_next_try_at CHECK ((outcome IS NULL) = (next_try_at IS NOT NULL))
      )`);
    await queryRunner.query(`
      CREATE INDEX ix_statement_lines_next_try_at ON statement_lines (next_try_at) WHERE next_try_at IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE statement_lines');
    await queryRunner.query('DROP TABLE statement_imports');
  }
}
