// As the first migration created it. A later one that changes the table of states has a text of its own.

export const GUARD_H2H_SESSIONS = `
  CREATE TRIGGER tr_h2h_sessions_status AFTER UPDATE OF status ON h2h_sessions FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status AND CASE OLD.status
      WHEN 'NOT_STARTED' THEN NEW.status NOT IN ('UNCONFIRMED', 'INITIALIZING', 'PROCESSING', 'SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED')
      WHEN 'UNCONFIRMED' THEN NEW.status NOT IN ('INITIALIZING', 'PROCESSING', 'SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED')
      WHEN 'INITIALIZING' THEN NEW.status NOT IN ('PROCESSING', 'SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED')
      WHEN 'PROCESSING' THEN NEW.status NOT IN ('SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED')
      ELSE true END)
    EXECUTE FUNCTION refuse_state_move('status')`;
