import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  -- A known text, sealed: tells at boot whether ENCRYPTION_KEY is the key this database was written with.
  CREATE TABLE encryption_check (
    id boolean NOT NULL DEFAULT true CONSTRAINT pk_encryption_check PRIMARY KEY
      CONSTRAINT chk_encryption_check_id CHECK (id),
    sealed_text bytea NOT NULL
  );

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
  )`;

/**
 * Numbers the histories that the data has lived through. A database that is promoted, restored or copied may lack what
 * was committed before, and numbers transactions from the start again; a reader that must notice keeps the number.
 *
 * A row stands for the database that wrote it: cluster, timeline and database, and the transaction that its `xmin`
 * names. A dump restores the row with another `xmin`, into the same cluster too; a promotion or a point-in-time
 * recovery changes the timeline, a new cluster its identifier, a copied database its oid. All but `xmin` survive in a
 * dump, and `xmin` alone survives a vacuum, a freeze and `pg_upgrade`.
 *
 * The number is the time at which the incarnation begins. One by one, two databases restored from one backup, or two
 * standbys that were both promoted, would give their new incarnations the same number.
 *
 * VOLATILE: each statement sees what was committed meanwhile, also while it waited for the lock. The second look is
 * under the lock, so that processes that notice together make one number between them.
 */
const CURRENT_INCARNATION = `
  CREATE FUNCTION current_incarnation() RETURNS integer
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
    -- Seconds fit into an integer until 2094.
    new_number := greatest(coalesce(latest.number, 0) + 1,
      extract(epoch FROM clock_timestamp() - '2026-01-01 00:00:00+00')::integer);
    INSERT INTO public.database_incarnations (number, origin, system_identifier, timeline, database_oid, row_xmin)
    VALUES (new_number,
      CASE WHEN latest.number IS NULL THEN 'CREATED' WHEN latest.is_same_database THEN 'NEW_TIMELINE' ELSE 'RESTORED' END,
      here.system_identifier, here.timeline, here.database_oid, 0);
    -- By the same transaction, or the same part of one, as the insert: the row is left with the xmin that it names.
    UPDATE public.database_incarnations SET row_xmin = xmin::text::bigint WHERE number = new_number;
    RETURN new_number;
  END $$;

  -- It runs as the owner of the tables; grantRights() lets the application's role call it.
  REVOKE ALL ON FUNCTION current_incarnation() FROM PUBLIC`;

/** For the triggers of tables that only grow, and of columns that hold a state. */
const REFUSALS = `
  CREATE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END $$;

  CREATE FUNCTION refuse_state_move() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% % cannot move from % to %', TG_TABLE_NAME, NEW.id, to_jsonb(OLD) ->> TG_ARGV[0],
      to_jsonb(NEW) ->> TG_ARGV[0] USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END $$`;

export class CreateDatabase1795219200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
    await queryRunner.query(CURRENT_INCARNATION);
    await queryRunner.query(REFUSALS);
    // The first is 1. In one message, and so in one transaction: the row is left with the xmin that it names.
    await queryRunner.query('SELECT current_incarnation(); UPDATE database_incarnations SET number = 1');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP FUNCTION current_incarnation(), refuse_rewrite(), refuse_state_move();
      DROP TABLE database_incarnations, encryption_check`);
  }
}
