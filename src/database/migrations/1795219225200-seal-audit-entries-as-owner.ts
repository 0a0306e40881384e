import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Functions that run as the owner of the tables. Whoever may call one is said for each. */
const AS_OWNER = ['current_incarnation()', 'seal_audit_entries(uuid[], bytea[])'] as const;

/**
 * Has seals written by the owner of the tables alone, each in the place that the database finds for it. With a right to
 * insert them, one row with the highest number ended sealing for good.
 */
export class SealAuditEntriesAsOwner1795219225200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Hashes are made by the application, whose text of an entry is not PostgreSQL's: a wrong one is seen by the verifier, and
    // the next follows from it. Which entries are next is found here, in the order of the sealer.
    await queryRunner.query(`
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
      END $$`);
    for (const called of AS_OWNER) await queryRunner.query(`REVOKE ALL ON FUNCTION ${called} FROM PUBLIC`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION seal_audit_entries(uuid[], bytea[])');
    await queryRunner.query('GRANT EXECUTE ON FUNCTION current_incarnation() TO PUBLIC');
  }
}
