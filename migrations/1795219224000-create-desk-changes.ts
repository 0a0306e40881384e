import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Its ids are drawn from the sequence of status_changes, so that both logs have one order; see docs/adr/0040. */
const LOG = `
  CREATE TABLE desk_changes (
    id bigint NOT NULL CONSTRAINT pk_desk_changes PRIMARY KEY,
    incarnation integer NOT NULL DEFAULT current_incarnation(),
    tx_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
    subject_type text NOT NULL,
    -- Null where there is one such thing.
    subject_id uuid,
    -- What of a payout changed; empty for all else.
    aspects text[] NOT NULL DEFAULT '{}',
    occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT chk_desk_changes_subject_type CHECK (subject_type IN
      ('API_KEY', 'BALANCE', 'CHANGE_REQUEST', 'DISCREPANCY', 'GATE', 'ORDER', 'PAYOUT', 'POLICY', 'RECONCILIATION',
       'WEBHOOK_EVENT')),
    CONSTRAINT chk_desk_changes_aspects CHECK (aspects <@ '{APPROVALS,CONTENT,HOLD,PROBLEM,PROPOSAL,PURGED}')
  );

  CREATE INDEX ix_desk_changes_incarnation_tx_id_id ON desk_changes (incarnation, tx_id, id);
  CREATE INDEX ix_desk_changes_subject_id_id ON desk_changes (subject_id, id);

  CREATE TRIGGER tr_desk_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON desk_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();

  -- Both logs as one. The types of the columns are the same, so that a page is merged from their indexes.
  CREATE VIEW logged_changes AS
    SELECT incarnation, tx_id, id, subject_type, subject_id, from_status, to_status, cause, evidence,
      NULL::text[] AS aspects, occurred_at FROM status_changes
    UNION ALL
    SELECT incarnation, tx_id, id, subject_type, subject_id, NULL::text, NULL::text, NULL::text, NULL::jsonb,
      aspects, occurred_at FROM desk_changes`;

/** Changes are logged as the owner of the tables: nobody else writes the log. */
const FUNCTIONS = `
  CREATE FUNCTION log_desk_change(subject text, subject_id uuid, aspects text[]) RETURNS void
  LANGUAGE sql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
    INSERT INTO desk_changes (id, subject_type, subject_id, aspects)
    VALUES (nextval('public.status_changes_id_seq'), subject, subject_id, aspects)
  $$;

  -- Its arguments: the type of the subject, and the column of its id, if it has one.
  CREATE FUNCTION tell_change() RETURNS trigger
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    PERFORM log_desk_change(TG_ARGV[0], (to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[1])::uuid, '{}');
    RETURN NULL;
  END $$;

  CREATE FUNCTION tell_payout_change() RETURNS trigger
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    PERFORM log_desk_change('PAYOUT', NEW.id, array_remove(ARRAY[
      CASE WHEN (OLD.content_hash, OLD.note) IS DISTINCT FROM (NEW.content_hash, NEW.note) THEN 'CONTENT' END,
      CASE WHEN OLD.blocked_by IS DISTINCT FROM NEW.blocked_by THEN 'HOLD' END,
      CASE WHEN (OLD.problem, OLD.finding) IS DISTINCT FROM (NEW.problem, NEW.finding) THEN 'PROBLEM' END,
      CASE WHEN OLD.recipient_purged_at IS DISTINCT FROM NEW.recipient_purged_at THEN 'PURGED' END], NULL));
    RETURN NULL;
  END $$;

  CREATE FUNCTION tell_approval_change() RETURNS trigger
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    PERFORM log_desk_change('PAYOUT', NEW.payout_id, '{APPROVALS}');
    RETURN NULL;
  END $$;

  CREATE FUNCTION tell_change_request() RETURNS trigger
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    PERFORM log_desk_change('CHANGE_REQUEST', NEW.id, '{}');
    IF NEW.kind = 'UNCONFIRMED_PAYOUT' THEN
      PERFORM log_desk_change('PAYOUT', NEW.subject::uuid, '{PROPOSAL}');
    END IF;
    RETURN NULL;
  END $$;

  REVOKE ALL ON FUNCTION log_desk_change(text, uuid, text[]), tell_change(), tell_payout_change(),
    tell_approval_change(), tell_change_request() FROM PUBLIC`;

/**
 * Changes that people look at and no status tells. Those that every payout and order goes through on its way are left
 * out: each would pay for a line that nobody misses.
 */
const TRIGGERS = `
  CREATE TRIGGER tr_payouts_tell_change AFTER UPDATE ON payouts FOR EACH ROW
  WHEN ((OLD.content_hash, OLD.note, OLD.blocked_by, OLD.problem, OLD.finding, OLD.recipient_purged_at)
    IS DISTINCT FROM (NEW.content_hash, NEW.note, NEW.blocked_by, NEW.problem, NEW.finding, NEW.recipient_purged_at))
  EXECUTE FUNCTION tell_payout_change();

  CREATE TRIGGER tr_payout_approvals_tell_change AFTER INSERT OR UPDATE ON payout_approvals FOR EACH ROW
  EXECUTE FUNCTION tell_approval_change();

  CREATE TRIGGER tr_change_requests_tell_change AFTER INSERT OR UPDATE OF closed_as ON change_requests FOR EACH ROW
  EXECUTE FUNCTION tell_change_request();

  -- What comes with a status is told with it.
  CREATE TRIGGER tr_orders_tell_change AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status = NEW.status AND (OLD.problem, OLD.received, OLD.commission, OLD.currency, OLD.payment_link)
    IS DISTINCT FROM (NEW.problem, NEW.received, NEW.commission, NEW.currency, NEW.payment_link))
  EXECUTE FUNCTION tell_change('ORDER', 'id');

  CREATE TRIGGER tr_api_keys_tell_change
  AFTER INSERT OR UPDATE OF confirmed_at, redeemed_at, rotated_at, replaced_at, revoked_at ON api_keys FOR EACH ROW
  EXECUTE FUNCTION tell_change('API_KEY', 'id');

  -- Fundings alone: payouts and orders move the other figures, and are told themselves.
  CREATE TRIGGER tr_ledger_balances_tell_change AFTER UPDATE ON ledger_balances FOR EACH ROW
  WHEN (OLD.funded <> NEW.funded) EXECUTE FUNCTION tell_change('BALANCE', 'account_id');

  CREATE TRIGGER tr_discrepancies_tell_change AFTER INSERT OR UPDATE ON discrepancies FOR EACH ROW
  EXECUTE FUNCTION tell_change('DISCREPANCY', 'id');

  CREATE TRIGGER tr_payout_gate_tell_change AFTER UPDATE ON payout_gate FOR EACH ROW
  WHEN ((OLD.is_open, OLD.reason) IS DISTINCT FROM (NEW.is_open, NEW.reason)) EXECUTE FUNCTION tell_change('GATE', '');

  CREATE TRIGGER tr_payout_policies_tell_change AFTER INSERT OR UPDATE OR DELETE ON payout_policies FOR EACH ROW
  EXECUTE FUNCTION tell_change('POLICY', 'id');

  CREATE TRIGGER tr_payout_limits_tell_change AFTER INSERT OR UPDATE OR DELETE ON payout_limits FOR EACH ROW
  EXECUTE FUNCTION tell_change('POLICY', 'id');

  CREATE TRIGGER tr_reconciliation_runs_tell_change AFTER INSERT OR UPDATE ON reconciliation_runs FOR EACH ROW
  EXECUTE FUNCTION tell_change('RECONCILIATION', 'id');

  CREATE TRIGGER tr_statement_imports_tell_change AFTER INSERT ON statement_imports FOR EACH ROW
  EXECUTE FUNCTION tell_change('RECONCILIATION', 'id');

  CREATE TRIGGER tr_statement_lines_tell_change AFTER UPDATE OF outcome ON statement_lines FOR EACH ROW
  EXECUTE FUNCTION tell_change('RECONCILIATION', 'import_id');

  -- When it was processed, or given up: that it arrived is milliseconds before.
  CREATE TRIGGER tr_webhook_events_tell_change AFTER UPDATE OF state ON webhook_events FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION tell_change('WEBHOOK_EVENT', 'id')`;

const TOLD = [
  ...['payouts', 'payout_approvals', 'change_requests', 'orders', 'api_keys', 'ledger_balances', 'discrepancies'],
  ...['payout_gate', 'payout_policies', 'payout_limits', 'reconciliation_runs', 'statement_imports'],
  ...['statement_lines', 'webhook_events'],
];

/** A log of changes other than those of statuses, which status views follow as well. */
export class CreateDeskChanges1795219224000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(LOG);
    await queryRunner.query(FUNCTIONS);
    await queryRunner.query(TRIGGERS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TOLD) await queryRunner.query(`DROP TRIGGER tr_${table}_tell_change ON ${table}`);
    await queryRunner.query(`
      DROP FUNCTION tell_change(), tell_payout_change(), tell_approval_change(), tell_change_request();
      DROP FUNCTION log_desk_change(text, uuid, text[]);
      DROP VIEW logged_changes;
      DROP TABLE desk_changes`);
  }
}
