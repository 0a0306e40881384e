import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePayoutApprovals1795219210100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payouts
        -- How many people must have approved it; raised at the claim when the policy asks for more by then.
        ADD COLUMN approvals_needed smallint NOT NULL DEFAULT 0,
        -- Everybody who changed it: like whoever created it, they cannot approve it.
        ADD COLUMN edited_by uuid[] NOT NULL DEFAULT '{}',
        ADD COLUMN decline_reason text,
        ADD CONSTRAINT chk_payouts_approvals_needed CHECK (approvals_needed BETWEEN 0 AND 2),
        DROP CONSTRAINT chk_payouts_hold_reason,
        ADD CONSTRAINT chk_payouts_hold_reason CHECK (hold_reason IN ('LOOK_ALIKE', 'POLICY', 'APPROVAL_LAPSED'))`);
    // What was held before for looking like another needs the one approval that it was held for.
    await queryRunner.query(`UPDATE payouts SET approvals_needed = 1 WHERE submission_state = 'AWAITING_APPROVAL'`);
    await queryRunner.query(`
      CREATE TABLE payout_approvals (
        id uuid NOT NULL CONSTRAINT pk_payout_approvals PRIMARY KEY,
        payout_id uuid NOT NULL CONSTRAINT fk_payout_approvals_payout_id REFERENCES payouts (id),
        approver_id uuid NOT NULL,
        content_hash bytea NOT NULL,
        approved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        voided_at timestamptz,
        voided_as text,
        CONSTRAINT chk_payout_approvals_voided CHECK ((voided_at IS NULL) = (voided_as IS NULL)),
        CONSTRAINT chk_payout_approvals_voided_as
          CHECK (voided_as IN ('CHANGED', 'WITHDRAWN', 'DECLINED', 'EXPIRED', 'REVOKED'))
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX uq_payout_approvals_payout_id_approver_id
      ON payout_approvals (payout_id, approver_id) WHERE voided_at IS NULL`);
    await queryRunner.query(`
      CREATE FUNCTION judge_payout_approval() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          IF (NEW.payout_id, NEW.approver_id, NEW.content_hash) IS DISTINCT FROM
             (OLD.payout_id, OLD.approver_id, OLD.content_hash) OR (OLD.voided_at IS NOT NULL AND NEW.voided_at IS NULL)
          THEN
            RAISE EXCEPTION 'an approval is voided, and never rewritten' USING ERRCODE = 'restrict_violation';
          END IF;
          RETURN NEW;
        END IF;
        IF NOT EXISTS (SELECT 1 FROM payouts WHERE id = NEW.payout_id AND content_hash = NEW.content_hash
                       AND created_by <> NEW.approver_id AND NEW.approver_id <> ALL (edited_by)) THEN
          RAISE EXCEPTION 'whoever made a payout never approves it, and an approval is of what it is now'
            USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER tr_payout_approvals_judged BEFORE INSERT OR UPDATE ON payout_approvals
      FOR EACH ROW EXECUTE FUNCTION judge_payout_approval()`);
    // One definition of an approval that counts, for the claim, the API and the trigger below. A configured key that was
    // replaced is no longer anybody's; one that has merely expired was good when its owner approved.
    await queryRunner.query(`
      CREATE FUNCTION count_payout_approvals(wanted payouts) RETURNS integer LANGUAGE sql STABLE AS $$
        SELECT count(DISTINCT approval.approver_id)::integer FROM payout_approvals AS approval
        WHERE approval.payout_id = wanted.id AND approval.content_hash = wanted.content_hash
          AND approval.voided_at IS NULL AND approval.expires_at > clock_timestamp()
          AND approval.approver_id <> wanted.created_by AND approval.approver_id <> ALL (wanted.edited_by)
          AND NOT EXISTS (SELECT 1 FROM api_keys AS key WHERE key.id = approval.approver_id
            AND (key.revoked_at IS NOT NULL OR key.replaced_at IS NOT NULL
              OR NOT ('approver' = ANY (key.roles) OR 'payouts:approve' = ANY (key.scopes))))
      $$`);
    // Never unapproved: whatever the code does, the database sends nothing that lacks an approval it needs.
    await queryRunner.query(`
      CREATE FUNCTION refuse_unapproved_payout() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.approved_hash IS DISTINCT FROM NEW.content_hash OR count_payout_approvals(NEW) < NEW.approvals_needed THEN
          RAISE EXCEPTION 'a payout that lacks an approval is not sent' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER tr_payouts_approved BEFORE UPDATE OF submission_state ON payouts FOR EACH ROW
      WHEN (NEW.submission_state = 'SUBMITTING' AND OLD.submission_state <> 'SUBMITTING' AND NEW.approvals_needed > 0)
      EXECUTE FUNCTION refuse_unapproved_payout()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER tr_payouts_approved ON payouts');
    await queryRunner.query('DROP FUNCTION refuse_unapproved_payout()');
    await queryRunner.query('DROP FUNCTION count_payout_approvals(payouts)');
    await queryRunner.query('DROP TABLE payout_approvals');
    await queryRunner.query('DROP FUNCTION judge_payout_approval()');
    await queryRunner.query(`UPDATE payouts SET hold_reason = 'LOOK_ALIKE' WHERE hold_reason IS NOT NULL`);
    await queryRunner.query(`
      ALTER TABLE payouts DROP COLUMN approvals_needed, DROP COLUMN edited_by, DROP COLUMN decline_reason,
        DROP CONSTRAINT chk_payouts_hold_reason,
        ADD CONSTRAINT chk_payouts_hold_reason CHECK (hold_reason IN ('LOOK_ALIKE'))`);
  }
}
