import type { MigrationInterface, QueryRunner } from 'typeorm';

/** (incarnation, tx_id, id) is the order in which entries are sealed; see docs/adr/0015. */
const TABLES = `
  CREATE TABLE audit_entries (
    id uuid NOT NULL CONSTRAINT pk_audit_entries PRIMARY KEY,
    incarnation integer NOT NULL DEFAULT current_incarnation(),
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
  );

  CREATE INDEX ix_audit_entries_incarnation_tx_id_id ON audit_entries (incarnation, tx_id, id);
  CREATE INDEX ix_audit_entries_occurred_at_id ON audit_entries (occurred_at, id);
  CREATE INDEX ix_audit_entries_subject_id ON audit_entries (subject_id, occurred_at);
  CREATE INDEX ix_audit_entries_actor_id ON audit_entries (actor_id, occurred_at);

  -- No foreign key: its locks would write into the entries, and what is missing is for the verifier to find.
  CREATE TABLE audit_seals (
    seq bigint NOT NULL CONSTRAINT pk_audit_seals PRIMARY KEY,
    entry_id uuid NOT NULL CONSTRAINT uq_audit_seals_entry_id UNIQUE,
    entry_incarnation integer NOT NULL,
    entry_tx_id xid8 NOT NULL,
    hash bytea NOT NULL,
    sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT chk_audit_seals_seq CHECK (seq > 0),
    CONSTRAINT chk_audit_seals_hash CHECK (octet_length(hash) = 32)
  )`;

/**
 * Seals are written by the owner of the tables alone, each in the place that the database finds for it. With a right to
 * insert them, one row with the highest number would end sealing for good.
 *
 * Hashes are made by the application, whose text of an entry is not PostgreSQL's: a wrong one is seen by the verifier,
 * and the next follows from it. Which entries are next is found here, in the order of the sealer.
 */
const SEAL_AUDIT_ENTRIES = `
  CREATE FUNCTION seal_audit_entries(entry_ids uuid[], hashes bytea[]) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    head public.audit_seals;
    here integer := public.current_incarnation();
    next_ids uuid[];
  BEGIN
    SELECT * INTO head FROM public.audit_seals ORDER BY seq DESC LIMIT 1;
    SELECT array_agg(id ORDER BY incarnation, tx_id, id) INTO next_ids FROM (
      SELECT incarnation, tx_id, id FROM public.audit_entries AS entry
      WHERE (incarnation, tx_id, id) > (coalesce(head.entry_incarnation, 0), coalesce(head.entry_tx_id, '0'::xid8),
          coalesce(head.entry_id, '00000000-0000-0000-0000-000000000000'::uuid))
        AND (incarnation < here OR tx_id < pg_snapshot_xmin(pg_current_snapshot()))
        AND NOT EXISTS (SELECT FROM public.audit_seals WHERE entry_id = entry.id)
      ORDER BY incarnation, tx_id, id LIMIT cardinality(entry_ids)) AS next;
    IF entry_ids IS DISTINCT FROM next_ids OR cardinality(entry_ids) <> cardinality(hashes) THEN
      RAISE EXCEPTION 'Entries of the audit log are sealed in their order alone' USING ERRCODE = 'restrict_violation';
    END IF;
    INSERT INTO public.audit_seals (seq, entry_id, entry_incarnation, entry_tx_id, hash)
    SELECT coalesce(head.seq, 0) + place, entry.id, entry.incarnation, entry.tx_id, seal.hash
    FROM unnest(entry_ids, hashes) WITH ORDINALITY AS seal (id, hash, place)
      JOIN public.audit_entries AS entry ON entry.id = seal.id;
  END $$;

  -- It runs as the owner of the tables; grantRights() lets the application's role call it.
  REVOKE ALL ON FUNCTION seal_audit_entries(uuid[], bytea[]) FROM PUBLIC`;

const TRIGGERS = `
  CREATE TRIGGER tr_audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();

  CREATE TRIGGER tr_audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite()`;

export class CreateAuditEntries1795219202000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
    await queryRunner.query(SEAL_AUDIT_ENTRIES);
    await queryRunner.query(TRIGGERS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP FUNCTION seal_audit_entries(uuid[], bytea[]);
      DROP TABLE audit_seals, audit_entries`);
  }
}
