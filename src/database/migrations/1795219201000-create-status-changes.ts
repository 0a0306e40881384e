import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateStatusChanges1795219201000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // (tx_id, id) is the order in which readers see the log; see docs/adr/0004.
    await queryRunner.query(`
      CREATE TABLE status_changes (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_status_changes PRIMARY KEY,
        tx_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
        subject_type text NOT NULL,
        subject_id uuid NOT NULL,
        from_status text,
        to_status text NOT NULL,
        cause text NOT NULL,
        evidence jsonb NOT NULL DEFAULT '{}',
        occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT chk_status_changes_subject_type CHECK (subject_type IN ('ORDER')),
        CONSTRAINT chk_status_changes_cause CHECK (cause IN
          ('API', 'PROVIDER_RESPONSE', 'WEBHOOK', 'POLL', 'RECONCILIATION', 'OPERATOR', 'DEADLINE')),
        CONSTRAINT chk_status_changes_from_status CHECK (from_status IS DISTINCT FROM to_status)
      )`);
    await queryRunner.query('CREATE INDEX ix_status_changes_tx_id_id ON status_changes (tx_id, id)');
    await queryRunner.query('CREATE INDEX ix_status_changes_subject_id_id ON status_changes (subject_id, id)');
    // The log is evidence: nothing but its position may be touched after the fact, and that only after a restore.
    await queryRunner.query(`
      CREATE FUNCTION refuse_status_change_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND
           (OLD.id, OLD.subject_type, OLD.subject_id, OLD.to_status, OLD.cause, OLD.evidence, OLD.occurred_at)
             IS NOT DISTINCT FROM
           (NEW.id, NEW.subject_type, NEW.subject_id, NEW.to_status, NEW.cause, NEW.evidence, NEW.occurred_at)
           AND OLD.from_status IS NOT DISTINCT FROM NEW.from_status THEN
          RETURN NEW;
        END IF;
        RAISE EXCEPTION 'status_changes is append-only' USING ERRCODE = 'restrict_violation';
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER tr_status_changes_append_only BEFORE UPDATE OR DELETE ON status_changes
      FOR EACH ROW EXECUTE FUNCTION refuse_status_change_rewrite()`);
    await queryRunner.query(`
      CREATE TRIGGER tr_status_changes_no_truncate BEFORE TRUNCATE ON status_changes
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_status_change_rewrite()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE status_changes');
    await queryRunner.query('DROP FUNCTION refuse_status_change_rewrite()');
  }
}
