import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The incarnation comes before the number of the transaction: numbers begin again with each restore and go back with a
 * failover, incarnations only grow. (incarnation, tx_id, id) is the order in which readers see the log; see
 * docs/adr/0004.
 */
const TABLE = `
  CREATE TABLE status_changes (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_status_changes PRIMARY KEY,
    incarnation integer NOT NULL DEFAULT current_incarnation(),
    tx_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    from_status text,
    to_status text NOT NULL,
    cause text NOT NULL,
    evidence jsonb NOT NULL DEFAULT '{}',
    occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT chk_status_changes_subject_type CHECK (subject_type IN ('ORDER', 'PAYOUT', 'H2H')),
    CONSTRAINT chk_status_changes_cause CHECK (cause IN
      ('API', 'PROVIDER_RESPONSE', 'WEBHOOK', 'POLL', 'RECONCILIATION', 'OPERATOR', 'DEADLINE')),
    -- A prompt for a code moves no status and belongs in the log all the same.
    CONSTRAINT chk_status_changes_from_status CHECK (from_status IS DISTINCT FROM to_status OR subject_type = 'H2H')
  );

  CREATE INDEX ix_status_changes_incarnation_tx_id_id ON status_changes (incarnation, tx_id, id);
  CREATE INDEX ix_status_changes_subject_id_id ON status_changes (subject_id, id);
  -- The ends of orders and payouts, by which the health of webhooks is measured.
  CREATE INDEX ix_status_changes_ends ON status_changes (subject_type, occurred_at)
  WHERE to_status IN ('PAID', 'DECLINED', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED')`;

const TRIGGERS = `
  CREATE TRIGGER tr_status_changes_append_only BEFORE UPDATE OR DELETE ON status_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_rewrite();

  CREATE TRIGGER tr_status_changes_no_truncate BEFORE TRUNCATE ON status_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite()`;

export class CreateStatusChanges1795219201000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
    await queryRunner.query(TRIGGERS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE status_changes');
  }
}
