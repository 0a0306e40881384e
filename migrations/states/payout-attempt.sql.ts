// As the first migration created it. A later one that changes the table of states has a text of its own.

export const GUARD_PAYOUT_ATTEMPTS = `
  CREATE TRIGGER tr_payout_attempts_state AFTER UPDATE OF state ON payout_attempts FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state AND CASE OLD.state
      WHEN 'CLAIMED' THEN NEW.state NOT IN ('NOT_SENT', 'REJECTED', 'ACCEPTED', 'UNKNOWN')
      WHEN 'NOT_SENT' THEN NEW.state NOT IN ('ACCEPTED')
      WHEN 'REJECTED' THEN NEW.state NOT IN ('ACCEPTED')
      WHEN 'ACCEPTED' THEN NEW.state NOT IN ('UNKNOWN')
      WHEN 'UNKNOWN' THEN NEW.state NOT IN ('ACCEPTED', 'REJECTED', 'NOT_SENT', 'CLOSED')
      WHEN 'CLOSED' THEN NEW.state NOT IN ('ACCEPTED')
      ELSE true END)
    EXECUTE FUNCTION refuse_state_move('state')`;
