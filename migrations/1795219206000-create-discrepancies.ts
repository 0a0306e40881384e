import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  CREATE TABLE discrepancies (
    id uuid NOT NULL CONSTRAINT pk_discrepancies PRIMARY KEY,
    kind text NOT NULL,
    account_id uuid NOT NULL CONSTRAINT fk_discrepancies_account_id REFERENCES accounts (id),
    -- The identity of a difference when it is found again.
    subject text NOT NULL,
    payout_id uuid,
    provider_payout_id uuid,
    ours jsonb,
    theirs jsonb,
    times_seen integer NOT NULL DEFAULT 1,
    opened_at timestamptz(3) NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    closed_at timestamptz,
    closed_by uuid,
    note text,
    CONSTRAINT chk_discrepancies_kind CHECK (kind IN
      ('AMOUNT', 'RECIPIENT', 'STATUS_REGRESSION', 'CORRECTED', 'ABSENT', 'UNKNOWN_PAYOUT', 'BALANCE')),
    CONSTRAINT chk_discrepancies_closed
      CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (note IS NULL))
  );

  CREATE UNIQUE INDEX uq_discrepancies_open ON discrepancies (kind, account_id, subject) WHERE closed_at IS NULL;
  CREATE INDEX ix_discrepancies_subject_closed_at ON discrepancies (subject, closed_at);
  CREATE INDEX ix_discrepancies_opened_at_id ON discrepancies (opened_at, id);
  CREATE INDEX ix_discrepancies_payout_id ON discrepancies (payout_id)`;

export class CreateDiscrepancies1795219206000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE discrepancies');
  }
}
