// As the first migration created it. A later one that changes the table of states has a text of its own.

export const GUARD_PAYOUTS = `
  CREATE TRIGGER tr_payouts_submission_state AFTER UPDATE OF submission_state ON payouts FOR EACH ROW
    WHEN (OLD.submission_state IS DISTINCT FROM NEW.submission_state AND CASE OLD.submission_state
      WHEN 'AWAITING_APPROVAL' THEN NEW.submission_state NOT IN ('APPROVED', 'DECLINED', 'WITHDRAWN', 'ACCEPTED')
      WHEN 'DECLINED' THEN NEW.submission_state NOT IN ('ACCEPTED')
      WHEN 'WITHDRAWN' THEN NEW.submission_state NOT IN ('ACCEPTED')
      WHEN 'APPROVED' THEN NEW.submission_state NOT IN ('SUBMITTING', 'WITHDRAWN', 'AWAITING_APPROVAL', 'ACCEPTED')
      WHEN 'SUBMITTING' THEN NEW.submission_state NOT IN ('ACCEPTED', 'APPROVED', 'REJECTED', 'UNCONFIRMED')
      WHEN 'UNCONFIRMED' THEN NEW.submission_state NOT IN ('ACCEPTED', 'REJECTED', 'APPROVED', 'CLOSED')
      WHEN 'REJECTED' THEN NEW.submission_state NOT IN ('ACCEPTED')
      WHEN 'CLOSED' THEN NEW.submission_state NOT IN ('ACCEPTED')
      WHEN 'ACCEPTED' THEN NEW.submission_state NOT IN ('UNCONFIRMED')
      ELSE true END)
    EXECUTE FUNCTION refuse_state_move('submission_state')`;
