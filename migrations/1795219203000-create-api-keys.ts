import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  CREATE TABLE api_keys (
    id uuid NOT NULL CONSTRAINT pk_api_keys PRIMARY KEY,
    name text NOT NULL,
    -- A keyed hash of the secret; null until its holder has redeemed the key.
    key_hash bytea CONSTRAINT uq_api_keys_key_hash UNIQUE,
    -- Keyed hashes of the two halves; null once the key is redeemed.
    first_half_hash bytea CONSTRAINT uq_api_keys_first_half_hash UNIQUE,
    second_half_hash bytea,
    roles text[] NOT NULL DEFAULT '{}',
    scopes text[] NOT NULL DEFAULT '{}',
    -- Which variable of the configuration it comes from; null for a key that was made through the API.
    configured_as text,
    -- How the key begins, to recognise it by; null when it has no form of Purser's.
    prefix text,
    -- Addresses and networks it may be used from; empty for any.
    allowed_addresses text[] NOT NULL DEFAULT '{}',
    -- The accounts it sees and acts for; empty for all of them.
    account_ids uuid[] NOT NULL DEFAULT '{}',
    -- The secret before the last rotation, and until when it goes on working.
    previous_key_hash bytea CONSTRAINT uq_api_keys_previous_key_hash UNIQUE,
    previous_until timestamptz,
    rotated_at timestamptz,
    expires_at timestamptz,
    created_by uuid,
    confirmed_by uuid,
    -- Null while it waits for a second person; it opens nothing until then.
    confirmed_at timestamptz,
    redeemed_at timestamptz,
    -- Who redeemed it, when they came with a credential of their own: its holder is that person.
    redeemed_by uuid,
    -- Since when another key stands in its place in the configuration; cleared when it is put back.
    replaced_at timestamptz,
    revoked_at timestamptz,
    revoked_by uuid,
    revoke_reason text,
    last_used_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT chk_api_keys_key_hash CHECK (length(key_hash) = 32),
    CONSTRAINT chk_api_keys_roles CHECK (roles <@ '{viewer,operator,approver,admin,auditor}'),
    CONSTRAINT chk_api_keys_configured_as CHECK (configured_as IN ('bootstrap', 'approver')),
    CONSTRAINT chk_api_keys_account_ids CHECK (cardinality(account_ids) <= 20),
    -- Creating payouts, approving them and making keys: one key does at most one of them.
    CONSTRAINT chk_api_keys_separate_duties CHECK (
      (roles @> '{operator}' OR scopes @> '{payouts:create}')::int
      + (roles @> '{approver}' OR scopes @> '{payouts:approve}')::int
      + (roles @> '{admin}' OR scopes @> '{keys:manage}')::int <= 1),
    -- Its maker never confirms it.
    CONSTRAINT chk_api_keys_two_people CHECK (
      created_by IS NULL OR confirmed_at IS NULL OR (confirmed_by IS NOT NULL AND confirmed_by <> created_by)),
    CONSTRAINT chk_api_keys_lifetime CHECK (
      created_by IS NULL OR (expires_at IS NOT NULL AND expires_at <= created_at + interval '366 days')),
    CONSTRAINT chk_api_keys_previous CHECK (
      (previous_key_hash IS NULL) = (previous_until IS NULL) AND length(previous_key_hash) = 32),
    -- No secret before a second person has confirmed the key and its holder has redeemed it.
    CONSTRAINT chk_api_keys_redeemed CHECK (
      CASE WHEN key_hash IS NULL THEN created_by IS NOT NULL AND redeemed_at IS NULL
      ELSE created_by IS NULL OR confirmed_at IS NOT NULL END),
    CONSTRAINT chk_api_keys_halves CHECK (
      length(first_half_hash) = 32 AND length(second_half_hash) = 32
      AND (key_hash IS NULL OR (first_half_hash IS NULL AND second_half_hash IS NULL))
      AND (second_half_hash IS NULL OR confirmed_at IS NOT NULL))
  );

  -- A person for whom an identity provider vouches, as a caller.
  CREATE TABLE people (
    id uuid NOT NULL CONSTRAINT pk_people PRIMARY KEY,
    issuer text NOT NULL,
    subject text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT uq_people_issuer_subject UNIQUE (issuer, subject)
  )`;

/**
 * Two callers with different ids may be one person: the maker of a key may hold it, and the one who redeemed it does.
 * An action of two people takes two who are not linked so.
 *
 * A holder is who redeemed the key; the configured keys of one kind follow one another in the same hands. A caller is
 * backed by its holder, by who made its key, and by their backers. Two keys of one maker are two people: otherwise all
 * keys of a merchant with one administrator would be one.
 */
const IS_SAME_PERSON = `
  CREATE FUNCTION is_same_person(one uuid, other uuid) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = pg_catalog, public, pg_temp AS $$
    WITH RECURSIVE
      holders (caller, id) AS (
        VALUES (one, one), (other, other)
        UNION
        SELECT holders.caller, link.id FROM holders JOIN api_keys AS key ON key.id = holders.id
        CROSS JOIN LATERAL (
          SELECT key.redeemed_by
          UNION ALL SELECT twin.id FROM api_keys AS twin WHERE twin.configured_as = key.configured_as
        ) AS link (id) WHERE link.id IS NOT NULL
      ),
      backers (caller, id) AS (
        SELECT caller, id FROM holders
        UNION
        SELECT backers.caller, link.id FROM backers JOIN api_keys AS key ON key.id = backers.id
        CROSS JOIN LATERAL (
          SELECT key.created_by
          UNION ALL SELECT key.redeemed_by
          UNION ALL SELECT twin.id FROM api_keys AS twin WHERE twin.configured_as = key.configured_as
        ) AS link (id) WHERE link.id IS NOT NULL
      )
    SELECT coalesce(one = other, false)
      OR EXISTS (SELECT FROM holders JOIN backers USING (id) WHERE holders.caller <> backers.caller)
  $$`;

/** Its arguments are the columns of the two who must be two people. */
const REFUSE_SAME_PERSON = `
  CREATE FUNCTION refuse_same_person() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF is_same_person((to_jsonb(NEW) ->> TG_ARGV[0])::uuid, (to_jsonb(NEW) ->> TG_ARGV[1])::uuid) THEN
      RAISE EXCEPTION 'whoever makes or proposes something never confirms it' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END $$;

  CREATE TRIGGER tr_api_keys_two_people BEFORE INSERT OR UPDATE OF confirmed_by ON api_keys FOR EACH ROW
  WHEN (NEW.confirmed_by IS NOT NULL) EXECUTE FUNCTION refuse_same_person('created_by', 'confirmed_by')`;

export class CreateApiKeys1795219203000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
    await queryRunner.query(IS_SAME_PERSON);
    await queryRunner.query(REFUSE_SAME_PERSON);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP FUNCTION is_same_person(uuid, uuid);
      DROP TABLE people, api_keys;
      DROP FUNCTION refuse_same_person()`);
  }
}
