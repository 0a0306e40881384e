import type { MigrationInterface, QueryRunner } from 'typeorm';

const RUNS = `
  CREATE TABLE reconciliation_runs (
    id uuid NOT NULL CONSTRAINT pk_reconciliation_runs PRIMARY KEY,
    account_id uuid NOT NULL CONSTRAINT fk_reconciliation_runs_account_id REFERENCES accounts (id),
    trigger text NOT NULL,
    requested_by uuid,
    status text NOT NULL,
    payouts integer NOT NULL,
    checked integer NOT NULL DEFAULT 0,
    changed integer NOT NULL DEFAULT 0,
    discrepancies integer NOT NULL DEFAULT 0,
    errors integer NOT NULL DEFAULT 0,
    started_at timestamptz(3) NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CONSTRAINT chk_reconciliation_runs_trigger CHECK (trigger IN ('SCHEDULE', 'REQUEST')),
    CONSTRAINT chk_reconciliation_runs_requested_by CHECK ((trigger = 'REQUEST') = (requested_by IS NOT NULL)),
    CONSTRAINT chk_reconciliation_runs_status CHECK (status IN ('RUNNING', 'DONE')),
    CONSTRAINT chk_reconciliation_runs_finished_at CHECK ((status = 'DONE') = (finished_at IS NOT NULL))
  );

  CREATE UNIQUE INDEX uq_reconciliation_runs_one_running ON reconciliation_runs (account_id) WHERE status = 'RUNNING';
  CREATE INDEX ix_reconciliation_runs_account_id_started_at ON reconciliation_runs (account_id, started_at);
  CREATE INDEX ix_reconciliation_runs_started_at_id ON reconciliation_runs (started_at, id);

  -- The work of a run, gone when the run is over.
  CREATE TABLE reconciliation_slices (
    id uuid NOT NULL CONSTRAINT pk_reconciliation_slices PRIMARY KEY,
    run_id uuid NOT NULL CONSTRAINT fk_reconciliation_slices_run_id REFERENCES reconciliation_runs (id),
    payout_ids uuid[] NOT NULL,
    -- Not read back yet.
    unread_ids uuid[] NOT NULL,
    -- Read back once against an end; to be read a second time.
    suspected_ids uuid[] NOT NULL DEFAULT '{}',
    tries integer NOT NULL DEFAULT 0,
    -- Counts what was recorded of it: of two who worked on it, only the first records.
    version integer NOT NULL DEFAULT 0,
    checked integer NOT NULL DEFAULT 0,
    changed integer NOT NULL DEFAULT 0,
    discrepancies integer NOT NULL DEFAULT 0,
    errors integer NOT NULL DEFAULT 0,
    next_try_at timestamptz
  );

  CREATE INDEX ix_reconciliation_slices_next_try_at ON reconciliation_slices (next_try_at)
  WHERE next_try_at IS NOT NULL;
  CREATE INDEX ix_reconciliation_slices_run_id ON reconciliation_slices (run_id)`;

const STATEMENTS = `
  CREATE TABLE statement_imports (
    id uuid NOT NULL CONSTRAINT pk_statement_imports PRIMARY KEY,
    account_id uuid NOT NULL CONSTRAINT fk_statement_imports_account_id REFERENCES accounts (id),
    csv_sha256 bytea NOT NULL,
    imported_by uuid NOT NULL,
    imported_at timestamptz(3) NOT NULL DEFAULT now(),
    lines integer NOT NULL,
    matching integer NOT NULL,
    differing integer NOT NULL,
    unknown integer NOT NULL,
    CONSTRAINT chk_statement_imports_csv_sha256 CHECK (length(csv_sha256) = 32)
  );

  CREATE INDEX ix_statement_imports_imported_at_id ON statement_imports (imported_at, id);

  -- The lines that the provider is asked about; those that match Purser's payouts leave nothing behind.
  CREATE TABLE statement_lines (
    id uuid NOT NULL CONSTRAINT pk_statement_lines PRIMARY KEY,
    import_id uuid NOT NULL CONSTRAINT fk_statement_lines_import_id REFERENCES statement_imports (id),
    provider_payout_id uuid NOT NULL,
    outcome text,
    tries integer NOT NULL DEFAULT 0,
    next_try_at timestamptz,
    CONSTRAINT uq_statement_lines_import_id_provider_payout_id UNIQUE (import_id, provider_payout_id),
    CONSTRAINT chk_statement_lines_outcome CHECK (outcome IN ('OURS', 'UNKNOWN_PAYOUT', 'ABSENT', 'GIVEN_UP')),
    CONSTRAINT chk_statement_lines_next_try_at CHECK ((outcome IS NULL) = (next_try_at IS NOT NULL))
  );

  CREATE INDEX ix_statement_lines_next_try_at ON statement_lines (next_try_at) WHERE next_try_at IS NOT NULL`;

export class CreateReconciliation1795219213000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(RUNS);
    await queryRunner.query(STATEMENTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE statement_lines, statement_imports;
      DROP TABLE reconciliation_slices, reconciliation_runs`);
  }
}
