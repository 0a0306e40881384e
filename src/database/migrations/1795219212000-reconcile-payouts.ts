import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReconcilePayouts1795219212000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payouts
        -- When the status that contradicts a final one was first seen.
        ADD COLUMN suspected_at timestamptz,
        -- When the payment service last said anything of it.
        ADD COLUMN read_back_at timestamptz`);
    await queryRunner.query('UPDATE payouts SET suspected_at = updated_at WHERE suspected_state IS NOT NULL');
    await queryRunner.query(`
      ALTER TABLE payouts ADD CONSTRAINT chk_payouts_suspected_at
        CHECK ((suspected_state IS NULL) = (suspected_at IS NULL))`);
    await queryRunner.query(`
      CREATE INDEX ix_payouts_account_id_completed_at ON payouts (account_id, completed_at)
      WHERE provider_state = 'COMPLETED'`);
    await queryRunner.query(`
      CREATE TABLE reconciliation_runs (
        id uuid NOT NULL CONSTRAINT pk_reconciliation_runs PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT fk_reconciliation_runs_account_id REFERENCES accounts,
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
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX uq_reconciliation_runs_one_running ON reconciliation_runs (account_id)
      WHERE status = 'RUNNING'`);
    await queryRunner.query(`
      CREATE INDEX ix_reconciliation_runs_account_id_started_at ON reconciliation_runs (account_id, started_at)`);
    await queryRunner.query(
      'CREATE INDEX ix_reconciliation_runs_started_at_id ON reconciliation_runs (started_at, id)',
    );
    // The work of a run, gone when the run is over.
    await queryRunner.query(`
      CREATE TABLE reconciliation_slices (
        id uuid NOT NULL CONSTRAINT pk_reconciliation_slices PRIMARY KEY,
        run_id uuid NOT NULL CONSTRAINT fk_reconciliation_slices_run_id REFERENCES reconciliation_runs,
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
      )`);
    await queryRunner.query(`
      CREATE INDEX ix_reconciliation_slices_next_try_at ON reconciliation_slices (next_try_at)
      WHERE next_try_at IS NOT NULL`);
    await queryRunner.query('CREATE INDEX ix_reconciliation_slices_run_id ON reconciliation_slices (run_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE reconciliation_slices');
    await queryRunner.query('DROP TABLE reconciliation_runs');
    await queryRunner.query('DROP INDEX ix_payouts_account_id_completed_at');
    await queryRunner.query('ALTER TABLE payouts DROP COLUMN suspected_at, DROP COLUMN read_back_at');
  }
}
