import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approvals by a blocked person do not count, as those with a revoked key do not. */
const COUNT_APPROVALS = `
  CREATE OR REPLACE FUNCTION count_payout_approvals(wanted payouts) RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT count(DISTINCT approval.approver_id)::integer FROM payout_approvals AS approval
    WHERE approval.payout_id = wanted.id AND approval.content_hash = wanted.content_hash
      AND approval.voided_at IS NULL AND approval.expires_at > clock_timestamp()
      AND approval.approver_id <> wanted.created_by AND approval.approver_id <> ALL (wanted.edited_by)
      AND NOT EXISTS (SELECT 1 FROM api_keys AS key WHERE key.id = approval.approver_id
        AND (key.revoked_at IS NOT NULL OR key.replaced_at IS NOT NULL
          OR NOT ('approver' = ANY (key.roles) OR 'payouts:approve' = ANY (key.scopes))))
      AND NOT EXISTS (SELECT 1 FROM people AS person
        WHERE person.id = approval.approver_id AND person.blocked_at IS NOT NULL)
  $$`;

const COUNT_APPROVALS_BEFORE = `
  CREATE OR REPLACE FUNCTION count_payout_approvals(wanted payouts) RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT count(DISTINCT approval.approver_id)::integer FROM payout_approvals AS approval
    WHERE approval.payout_id = wanted.id AND approval.content_hash = wanted.content_hash
      AND approval.voided_at IS NULL AND approval.expires_at > clock_timestamp()
      AND approval.approver_id <> wanted.created_by AND approval.approver_id <> ALL (wanted.edited_by)
      AND NOT EXISTS (SELECT 1 FROM api_keys AS key WHERE key.id = approval.approver_id
        AND (key.revoked_at IS NOT NULL OR key.replaced_at IS NOT NULL
          OR NOT ('approver' = ANY (key.roles) OR 'payouts:approve' = ANY (key.scopes))))
  $$`;

/** A block ends only with a change request that two people agreed on after the person was blocked. */
const REFUSE_LONE_UNBLOCK = `
  CREATE FUNCTION refuse_lone_unblock() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT 1 FROM change_requests WHERE kind = 'PERSON' AND subject = OLD.id::text
                   AND closed_as = 'CONFIRMED' AND proposed_at >= OLD.blocked_at) THEN
      RAISE EXCEPTION 'unblocking a person takes two people' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END $$;

  CREATE TRIGGER tr_people_two_people BEFORE UPDATE OF blocked_at ON people FOR EACH ROW
  WHEN (OLD.blocked_at IS NOT NULL AND NEW.blocked_at IS DISTINCT FROM OLD.blocked_at)
  EXECUTE FUNCTION refuse_lone_unblock()`;

/**
 * Sessions name their actor, so that all sessions of one actor can be listed and ended, and people can be blocked. The
 * release before leaves the new columns empty; a session gets its actor when it is next used.
 */
export class AddActorsToDashboardSessions1795745387018 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE dashboard_sessions
        ADD COLUMN actor_id uuid,
        ADD COLUMN client_address text,
        ADD COLUMN browser text,
        -- When the actor last presented the key, or signed in at the identity provider.
        ADD COLUMN proven_at timestamptz NOT NULL DEFAULT now();
      ALTER TABLE people
        ADD COLUMN blocked_at timestamptz,
        ADD COLUMN blocked_by uuid,
        ADD COLUMN block_reason text,
        ADD CONSTRAINT chk_people_block
          CHECK (num_nulls(blocked_at, blocked_by, block_reason) IN (0, 3)) NOT VALID`);
    await queryRunner.query(COUNT_APPROVALS);
    await queryRunner.query(REFUSE_LONE_UNBLOCK);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(COUNT_APPROVALS_BEFORE);
    await queryRunner.query(`
      DROP TRIGGER tr_people_two_people ON people;
      DROP FUNCTION refuse_lone_unblock();
      ALTER TABLE people DROP COLUMN blocked_at, DROP COLUMN blocked_by, DROP COLUMN block_reason;
      ALTER TABLE dashboard_sessions DROP COLUMN actor_id, DROP COLUMN client_address, DROP COLUMN browser,
        DROP COLUMN proven_at`);
  }
}
