import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LetApiKeysHaveRoles1795219209000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE api_keys
        ADD COLUMN roles text[] NOT NULL DEFAULT '{}',
        -- Which variable of the configuration it comes from; null for a key that was made through the API.
        ADD COLUMN configured_as text,
        -- How the key begins, to recognise it by; null when it has no form of ours.
        ADD COLUMN prefix text,
        -- Addresses and networks it may be used from; empty for any.
        ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}',
        -- The secret before the last rotation, and until when it goes on working.
        ADD COLUMN previous_key_hash bytea CONSTRAINT uq_api_keys_previous_key_hash UNIQUE,
        ADD COLUMN previous_until timestamptz,
        ADD COLUMN rotated_at timestamptz,
        ADD COLUMN created_by uuid,
        ADD COLUMN confirmed_by uuid,
        -- Null while it waits for a second person; it opens nothing until then.
        ADD COLUMN confirmed_at timestamptz,
        ADD COLUMN revoked_by uuid,
        ADD COLUMN revoke_reason text,
        ADD COLUMN last_used_at timestamptz,
        ALTER COLUMN scopes SET DEFAULT '{}'`);
    // Keys that were there go on working. The two of the configuration get their roles at the start that follows.
    await queryRunner.query(`
      UPDATE api_keys SET confirmed_at = created_at,
        configured_as = CASE WHEN name IN ('bootstrap', 'approver') THEN name END,
        scopes = CASE WHEN name IN ('bootstrap', 'approver') THEN '{}'
          -- Made by hand with both: whoever creates keeps creating, since approving is what a second key is for.
          WHEN scopes @> '{payouts:create}' THEN array_remove(scopes, 'payouts:approve')
          ELSE scopes END`);
    await queryRunner.query(`
      ALTER TABLE api_keys
        ADD CONSTRAINT chk_api_keys_roles
          CHECK (roles <@ '{viewer,operator,approver,admin,auditor}'),
        ADD CONSTRAINT chk_api_keys_configured_as CHECK (configured_as IN ('bootstrap', 'approver')),
        -- Whoever creates payouts never approves them.
        ADD CONSTRAINT chk_api_keys_maker_or_checker CHECK (NOT (
          (roles @> '{operator}' OR scopes @> '{payouts:create}')
          AND (roles @> '{approver}' OR scopes @> '{payouts:approve}'))),
        -- Whoever made it never confirms it.
        ADD CONSTRAINT chk_api_keys_two_people CHECK (
          created_by IS NULL OR confirmed_at IS NULL OR (confirmed_by IS NOT NULL AND confirmed_by <> created_by)),
        ADD CONSTRAINT chk_api_keys_lifetime CHECK (
          created_by IS NULL OR (expires_at IS NOT NULL AND expires_at <= created_at + interval '366 days')),
        ADD CONSTRAINT chk_api_keys_previous CHECK (
          (previous_key_hash IS NULL) = (previous_until IS NULL) AND length(previous_key_hash) = 32)`);
    // Somebody whom an identity provider vouches for, as a caller of ours.
    await queryRunner.query(`
      CREATE TABLE people (
        id uuid NOT NULL CONSTRAINT pk_people PRIMARY KEY,
        issuer text NOT NULL,
        subject text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT uq_people_issuer_subject UNIQUE (issuer, subject)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE people');
    await queryRunner.query(`
      ALTER TABLE api_keys
        DROP CONSTRAINT chk_api_keys_roles,
        DROP CONSTRAINT chk_api_keys_configured_as,
        DROP CONSTRAINT chk_api_keys_maker_or_checker,
        DROP CONSTRAINT chk_api_keys_two_people,
        DROP CONSTRAINT chk_api_keys_lifetime,
        DROP CONSTRAINT chk_api_keys_previous,
        DROP COLUMN roles,
        DROP COLUMN configured_as,
        DROP COLUMN prefix,
        DROP COLUMN allowed_addresses,
        DROP COLUMN previous_key_hash,
        DROP COLUMN previous_until,
        DROP COLUMN rotated_at,
        DROP COLUMN created_by,
        DROP COLUMN confirmed_by,
        DROP COLUMN confirmed_at,
        DROP COLUMN revoked_by,
        DROP COLUMN revoke_reason,
        DROP COLUMN last_used_at,
        ALTER COLUMN scopes DROP DEFAULT`);
  }
}
