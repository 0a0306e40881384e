import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A run has a row for each payout that it is to read back, in the place of slices of them. A run that is on goes on
 * with what its slices have left. A replica of the version before begins no run, and works on none, from here on.
 */
export class CreateReconciliationReads1795219215000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE reconciliation_reads (
        -- The payout's. No foreign key, whose check would lock the payout.
        id uuid NOT NULL CONSTRAINT pk_reconciliation_reads PRIMARY KEY,
        run_id uuid NOT NULL CONSTRAINT fk_reconciliation_reads_run_id REFERENCES reconciliation_runs (id),
        tries integer NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE INDEX ix_reconciliation_reads_next_try_at ON reconciliation_reads (next_try_at);
      CREATE INDEX ix_reconciliation_reads_run_id ON reconciliation_reads (run_id);

      INSERT INTO reconciliation_reads (id, run_id)
      SELECT unnest(unread_ids || suspected_ids), run_id FROM reconciliation_slices
      ON CONFLICT DO NOTHING;

      DROP TABLE reconciliation_slices`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE reconciliation_slices (
        id uuid NOT NULL CONSTRAINT pk_reconciliation_slices PRIMARY KEY,
        run_id uuid NOT NULL CONSTRAINT fk_reconciliation_slices_run_id REFERENCES reconciliation_runs (id),
        payout_ids uuid[] NOT NULL,
        unread_ids uuid[] NOT NULL,
        suspected_ids uuid[] NOT NULL DEFAULT '{}',
        tries integer NOT NULL DEFAULT 0,
        version integer NOT NULL DEFAULT 0,
        checked integer NOT NULL DEFAULT 0,
        changed integer NOT NULL DEFAULT 0,
        discrepancies integer NOT NULL DEFAULT 0,
        errors integer NOT NULL DEFAULT 0,
        next_try_at timestamptz
      );

      CREATE INDEX ix_reconciliation_slices_next_try_at ON reconciliation_slices (next_try_at)
      WHERE next_try_at IS NOT NULL;
      CREATE INDEX ix_reconciliation_slices_run_id ON reconciliation_slices (run_id);

      INSERT INTO reconciliation_slices (id, run_id, payout_ids, unread_ids, next_try_at)
      SELECT gen_random_uuid(), run_id, array_agg(id), array_agg(id), now() FROM reconciliation_reads GROUP BY run_id;

      DROP TABLE reconciliation_reads`);
  }
}
