import type { MigrationInterface, QueryRunner } from 'typeorm';

const ONE_MORE = 'coalesce(latest.number, 0) + 1';

// Seconds fit into an integer until 2094.
const SECONDS = `extract(epoch FROM clock_timestamp() - '2026-01-01 00:00:00+00')::integer`;

/** How `current_incarnation()` finds the number of a new incarnation. */
const numberedBy = (number: string): string => `
  CREATE OR REPLACE FUNCTION current_incarnation() RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    here record;
    latest record;
    new_number integer;
  BEGIN
    SELECT system_identifier,
      ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer AS timeline,
      (SELECT oid FROM pg_database WHERE datname = current_database()) AS database_oid
    INTO here FROM pg_control_system();
    FOR look IN 1..2 LOOP
      SELECT number, timeline, system_identifier = here.system_identifier AND database_oid = here.database_oid
        AND row_xmin = xmin::text::bigint AS is_same_database
      INTO latest FROM public.database_incarnations ORDER BY number DESC LIMIT 1;
      IF latest.is_same_database AND latest.timeline = here.timeline THEN RETURN latest.number; END IF;
      -- 'incn' in ASCII: an arbitrary number that only this function uses.
      IF look = 1 THEN PERFORM pg_advisory_xact_lock(1768842094); END IF;
    END LOOP;
    new_number := ${number};
    INSERT INTO public.database_incarnations (number, origin, system_identifier, timeline, database_oid, row_xmin)
    VALUES (new_number,
      CASE WHEN latest.number IS NULL THEN 'CREATED' WHEN latest.is_same_database THEN 'NEW_TIMELINE' ELSE 'RESTORED' END,
      here.system_identifier, here.timeline, here.database_oid, 0);
    -- By the same transaction, or the same part of one, as the insert: the row is left with the xmin that it names.
    UPDATE public.database_incarnations SET row_xmin = xmin::text::bigint WHERE number = new_number;
    RETURN new_number;
  END $$`;

/**
 * Numbers incarnations by the time they begin, instead of one by one. Of two databases restored from one backup, or of two
 * standbys that were both promoted, each would give its new incarnation the number of the other's: what was read in the
 * one could not be told from what the other wrote.
 */
export class NumberIncarnationsByTime1795219225000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(numberedBy(`greatest(${ONE_MORE}, ${SECONDS})`));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(numberedBy(ONE_MORE));
  }
}
