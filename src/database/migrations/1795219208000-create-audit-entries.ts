import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAuditEntries1795219208000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // (tx_id, id) is the order in which entries are sealed; see docs/adr/0015.
    await queryRunner.query(`
      CREATE TABLE audit_entries (
        id uuid NOT NULL CONSTRAINT pk_audit_entries PRIMARY KEY,
        tx_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
        occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        action text NOT NULL,
        subject_type text NOT NULL,
        subject_id text,
        before jsonb,
        after jsonb,
        reason text,
        -- Null when Purser did it by itself.
        actor_id uuid,
        actor_name text,
        actor_kind text NOT NULL,
        operation text,
        request_id text,
        client_address text,
        CONSTRAINT chk_audit_entries_actor_kind CHECK (actor_kind IN ('PURSER', 'API_KEY', 'PERSON')),
        CONSTRAINT chk_audit_entries_actor CHECK ((actor_kind = 'PURSER') = (actor_id IS NULL))
      )`);
    await queryRunner.query('CREATE INDEX ix_audit_entries_tx_id_id ON audit_entries (tx_id, id)');
    await queryRunner.query('CREATE INDEX ix_audit_entries_occurred_at_id ON audit_entries (occurred_at, id)');
    await queryRunner.query('CREATE INDEX ix_audit_entries_subject_id ON audit_entries (subject_id, occurred_at)');
    await queryRunner.query('CREATE INDEX ix_audit_entries_actor_id ON audit_entries (actor_id, occurred_at)');
    // No foreign key: its locks would write into the entries, and what is missing is for the verifier to find.
    await queryRunner.query(`
      CREATE TABLE audit_seals (
        seq bigint NOT NULL CONSTRAINT pk_audit_seals PRIMARY KEY,
        entry_id uuid NOT NULL CONSTRAINT uq_audit_seals_entry_id UNIQUE,
        entry_tx_id xid8 NOT NULL,
        hash bytea NOT NULL,
        sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT chk_audit_seals_seq CHECK (seq > 0),
        CONSTRAINT chk_audit_seals_hash CHECK (octet_length(hash) = 32)
      )`);
    await queryRunner.query(`
      CREATE FUNCTION refuse_audit_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
      END $$`);
    for (const table of ['audit_entries', 'audit_seals']) {
      await queryRunner.query(`
        CREATE TRIGGER tr_${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_rewrite()`);
    }
    // The one thing that may be moved in the status log, as its owner: the application's role may update nothing there.
    await queryRunner.query(`
      CREATE FUNCTION rebase_restored_status_changes() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp AS $$
      DECLARE
        moved bigint;
      BEGIN
        UPDATE status_changes SET tx_id = '0' WHERE tx_id <> '0' AND EXISTS (
          SELECT 1 FROM status_changes WHERE tx_id >= pg_snapshot_xmax(pg_current_snapshot()));
        GET DIAGNOSTICS moved = ROW_COUNT;
        RETURN moved;
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION rebase_restored_status_changes()');
    await queryRunner.query('DROP TABLE audit_seals');
    await queryRunner.query('DROP TABLE audit_entries');
    await queryRunner.query('DROP FUNCTION refuse_audit_rewrite()');
  }
}
