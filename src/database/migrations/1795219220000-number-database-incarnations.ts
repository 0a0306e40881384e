import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Numbers the histories that the data has lived through. A database that is promoted, restored or copied may lack what
 * was committed before, and numbers transactions anew; whoever must notice keeps the number and compares.
 *
 * A row stands for the database that wrote it: cluster, timeline and database, and the transaction that its `xmin` names.
 * A dump restores the row with another `xmin`, into the same cluster too; a promotion or a point-in-time recovery
 * changes the timeline, a new cluster its identifier, a copied database its oid. All but `xmin` survive in a dump, and
 * `xmin` alone survives a vacuum, a freeze and `pg_upgrade`.
 */
export class NumberDatabaseIncarnations1795219220000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE database_incarnations (
        number integer CONSTRAINT pk_database_incarnations PRIMARY KEY,
        -- How it differs from the one before; a point-in-time recovery is a new timeline, too.
        origin text NOT NULL,
        system_identifier bigint NOT NULL,
        timeline integer NOT NULL,
        database_oid oid NOT NULL,
        row_xmin bigint NOT NULL,
        began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT chk_database_incarnations_number CHECK (number > 0),
        CONSTRAINT chk_database_incarnations_origin CHECK (origin IN ('CREATED', 'NEW_TIMELINE', 'RESTORED'))
      )`);
    // VOLATILE: each of its statements sees what was committed meanwhile, also while it waited for the lock.
    // The second look is under the lock, so that processes that notice together make one number between them.
    await queryRunner.query(`
      CREATE FUNCTION current_incarnation() RETURNS integer
      LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      DECLARE
        here record;
        latest record;
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
        INSERT INTO public.database_incarnations (number, origin, system_identifier, timeline, database_oid, row_xmin)
        VALUES (coalesce(latest.number, 0) + 1,
          CASE WHEN latest.number IS NULL THEN 'CREATED' WHEN latest.is_same_database THEN 'NEW_TIMELINE' ELSE 'RESTORED' END,
          here.system_identifier, here.timeline, here.database_oid, 0);
        -- By the same transaction, or the same part of one, as the insert: the row is left with the xmin that it names.
        UPDATE public.database_incarnations SET row_xmin = xmin::text::bigint WHERE number = coalesce(latest.number, 0) + 1;
        RETURN coalesce(latest.number, 0) + 1;
      END $$`);
    await queryRunner.query('SELECT current_incarnation()');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION current_incarnation()');
    await queryRunner.query('DROP TABLE database_incarnations');
  }
}
