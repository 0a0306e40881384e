// Generated from the table in the code by `npm run generate`; a test compares them.

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
