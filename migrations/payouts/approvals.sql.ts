export const PAYOUT_APPROVALS = `
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
  );

  CREATE UNIQUE INDEX uq_payout_approvals_payout_id_approver_id
  ON payout_approvals (payout_id, approver_id) WHERE voided_at IS NULL`;

/**
 * One definition of an approval that counts, for the claim, the API and the trigger. A configured key that was replaced
 * is no longer in any hands; one that has merely expired was good when its owner approved.
 */
export const COUNT_PAYOUT_APPROVALS = `
  CREATE FUNCTION count_payout_approvals(wanted payouts) RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT count(DISTINCT approval.approver_id)::integer FROM payout_approvals AS approval
    WHERE approval.payout_id = wanted.id AND approval.content_hash = wanted.content_hash
      AND approval.voided_at IS NULL AND approval.expires_at > clock_timestamp()
      AND approval.approver_id <> wanted.created_by AND approval.approver_id <> ALL (wanted.edited_by)
      AND NOT EXISTS (SELECT 1 FROM api_keys AS key WHERE key.id = approval.approver_id
        AND (key.revoked_at IS NOT NULL OR key.replaced_at IS NOT NULL
          OR NOT ('approver' = ANY (key.roles) OR 'payouts:approve' = ANY (key.scopes))))
  $$`;

/** Never unapproved: whatever the code does, the database sends nothing that lacks an approval it needs. */
export const REFUSE_UNAPPROVED_PAYOUT = `
  CREATE FUNCTION refuse_unapproved_payout() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.approved_hash IS DISTINCT FROM NEW.content_hash OR count_payout_approvals(NEW) < NEW.approvals_needed THEN
      RAISE EXCEPTION 'a payout that lacks an approval is not sent' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END $$;

  CREATE TRIGGER tr_payouts_approved BEFORE UPDATE OF submission_state ON payouts FOR EACH ROW
  WHEN (NEW.submission_state = 'SUBMITTING' AND OLD.submission_state <> 'SUBMITTING' AND NEW.approvals_needed > 0)
  EXECUTE FUNCTION refuse_unapproved_payout()`;

export const VALIDATE_PAYOUT_APPROVAL = `
  CREATE FUNCTION validate_payout_approval() RETURNS trigger LANGUAGE plpgsql AS $$
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
  END $$;

  CREATE TRIGGER tr_payout_approvals_content BEFORE INSERT OR UPDATE ON payout_approvals
  FOR EACH ROW EXECUTE FUNCTION validate_payout_approval()`;

/** Beside the trigger that binds an approval to the content; that one names what it refuses. */
export const REFUSE_APPROVAL_BY_SAME_PERSON = `
  CREATE FUNCTION refuse_approval_by_same_person() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM payouts, unnest(edited_by || created_by) AS maker
               WHERE payouts.id = NEW.payout_id AND is_same_person(maker, NEW.approver_id))
      OR EXISTS (SELECT FROM payout_approvals AS given WHERE given.payout_id = NEW.payout_id
                 AND given.voided_at IS NULL AND given.expires_at > clock_timestamp()
                 AND is_same_person(given.approver_id, NEW.approver_id))
    THEN
      RAISE EXCEPTION 'one person approves a payout once, and none of their own' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END $$;

  CREATE TRIGGER tr_payout_approvals_people BEFORE INSERT ON payout_approvals
  FOR EACH ROW EXECUTE FUNCTION refuse_approval_by_same_person()`;
