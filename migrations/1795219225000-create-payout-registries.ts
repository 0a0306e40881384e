import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  -- A unique index of a partitioned table must hold the key that divides it, so that it cannot hold a value apart for all
  -- partitions. Rows of these tables do. They are written once the payouts have partitions; see docs/adr/0043.
  CREATE TABLE payout_keys (
    account_id uuid NOT NULL,
    idempotency_key text NOT NULL,
    payout_id uuid NOT NULL,
    CONSTRAINT pk_payout_keys PRIMARY KEY (account_id, idempotency_key)
  );

  CREATE TABLE provider_payout_ids (
    provider_payout_id uuid NOT NULL,
    -- The table whose row has the id.
    of text NOT NULL,
    payout_id uuid NOT NULL,
    CONSTRAINT pk_provider_payout_ids PRIMARY KEY (provider_payout_id, of),
    CONSTRAINT chk_provider_payout_ids_of CHECK (of IN ('payouts', 'payout_attempts'))
  )`;

/** They write as the owner of the tables: the application cannot free a key or an id that is taken. */
const FUNCTIONS = `
  -- Leaves a payout out whose key is used, as ON CONFLICT DO NOTHING does. The key outlives the payout.
  CREATE FUNCTION register_payout_key() RETURNS trigger
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    INSERT INTO public.payout_keys (account_id, idempotency_key, payout_id)
    VALUES (NEW.account_id, NEW.idempotency_key, NEW.id) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN NULL; END IF;
    RETURN NEW;
  END $$;

  -- Its arguments: the table, and its column of the payout's id. An id that another row has is refused by the key.
  CREATE FUNCTION register_provider_payout_id() RETURNS trigger
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF OLD.provider_payout_id IS NOT DISTINCT FROM NEW.provider_payout_id THEN RETURN NULL; END IF;
      DELETE FROM public.provider_payout_ids WHERE provider_payout_id = OLD.provider_payout_id AND of = TG_ARGV[0];
    END IF;
    IF NEW.provider_payout_id IS NOT NULL THEN
      INSERT INTO public.provider_payout_ids (provider_payout_id, of, payout_id)
      VALUES (NEW.provider_payout_id, TG_ARGV[0], (to_jsonb(NEW) ->> TG_ARGV[1])::uuid);
    END IF;
    RETURN NULL;
  END $$;

  -- Or they could be hung on a temporary table as well, and would register what is written there.
  REVOKE ALL ON FUNCTION register_payout_key(), register_provider_payout_id() FROM PUBLIC`;

/** Refusals name the table that people know, whichever partition of it has the row. */
const refusals = (table: string): string => `
  CREATE OR REPLACE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only', ${table} USING ERRCODE = 'restrict_violation';
  END $$;

  CREATE OR REPLACE FUNCTION refuse_state_move() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% % cannot move from % to %', ${table}, NEW.id, to_jsonb(OLD) ->> TG_ARGV[0],
      to_jsonb(NEW) ->> TG_ARGV[0] USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END $$`;

/** Tables that keep keys and the provider's ids unique once payouts have partitions. */
export class CreatePayoutRegistries1795219225000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
    await queryRunner.query(FUNCTIONS);
    await queryRunner.query(
      refusals('(SELECT relname FROM pg_class WHERE oid = coalesce(pg_partition_root(TG_RELID), TG_RELID))'),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(refusals('TG_TABLE_NAME'));
    await queryRunner.query(`
      DROP FUNCTION register_payout_key(), register_provider_payout_id();
      DROP TABLE payout_keys, provider_payout_ids`);
  }
}
