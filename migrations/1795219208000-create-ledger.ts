import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  CREATE TABLE ledger_balances (
    account_id uuid NOT NULL CONSTRAINT fk_ledger_balances_account_id REFERENCES accounts (id),
    currency text NOT NULL,
    funded numeric NOT NULL DEFAULT 0,
    received numeric NOT NULL DEFAULT 0,
    available numeric NOT NULL DEFAULT 0,
    reserved numeric NOT NULL DEFAULT 0,
    paid_out numeric NOT NULL DEFAULT 0,
    opened_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_ledger_balances PRIMARY KEY (account_id, currency),
    CONSTRAINT chk_ledger_balances_currency CHECK (currency ~ '^[A-Z]{3}$'),
    -- Available may fall below zero: what the provider has paid is a fact, whether it was covered or not.
    CONSTRAINT chk_ledger_balances_zero_sum CHECK (funded + received = available + reserved + paid_out),
    CONSTRAINT chk_ledger_balances_reserved CHECK (reserved >= 0),
    CONSTRAINT chk_ledger_balances_paid_out CHECK (paid_out >= 0)
  );

  -- One row moves one amount from one ledger account to another, so no transaction can have another sum than zero;
  -- see docs/adr/0017.
  CREATE TABLE ledger_entries (
    id uuid NOT NULL CONSTRAINT pk_ledger_entries PRIMARY KEY,
    account_id uuid NOT NULL,
    currency text NOT NULL,
    kind text NOT NULL,
    from_account text NOT NULL,
    to_account text NOT NULL,
    amount numeric NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    -- Counts the entries of its subject: what is posted twice has the same number twice.
    number integer NOT NULL,
    idempotency_key text,
    reference text,
    actor_id uuid,
    occurred_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT fk_ledger_entries_account_id_currency FOREIGN KEY (account_id, currency) REFERENCES ledger_balances,
    -- By its id first: a search for the entries of a payout may leave its type out.
    CONSTRAINT uq_ledger_entries_subject_id_subject_type_number UNIQUE (subject_id, subject_type, number),
    CONSTRAINT uq_ledger_entries_account_id_idempotency_key UNIQUE (account_id, idempotency_key),
    CONSTRAINT chk_ledger_entries_amount CHECK (amount > 0 AND amount < 1e12 AND scale(amount) <= 4),
    CONSTRAINT chk_ledger_entries_number CHECK (number >= 1),
    CONSTRAINT chk_ledger_entries_kind CHECK ((subject_type, kind, from_account, to_account) IN (
      ('FUNDING', 'FUNDING', 'FUNDING', 'AVAILABLE'),
      ('FUNDING', 'FUNDING_REVERSAL', 'AVAILABLE', 'FUNDING'),
      ('ORDER', 'INCOME', 'INCOME', 'AVAILABLE'),
      ('ORDER', 'INCOME_REVERSAL', 'AVAILABLE', 'INCOME'),
      ('PAYOUT', 'RESERVATION', 'AVAILABLE', 'RESERVED'),
      ('PAYOUT', 'RELEASE', 'RESERVED', 'AVAILABLE'),
      ('PAYOUT', 'PAYMENT', 'RESERVED', 'PAID_OUT'),
      ('PAYOUT', 'RETURN', 'PAID_OUT', 'AVAILABLE'),
      ('PAYOUT', 'RETAKING', 'AVAILABLE', 'PAID_OUT'),
      ('PAYOUT', 'REOPENING', 'PAID_OUT', 'RESERVED'))),
    -- What a person enters is signed, and has a key that makes it safe to repeat.
    CONSTRAINT chk_ledger_entries_funding CHECK (CASE subject_type
      WHEN 'FUNDING' THEN idempotency_key IS NOT NULL AND reference IS NOT NULL AND actor_id IS NOT NULL
      ELSE idempotency_key IS NULL AND reference IS NULL AND actor_id IS NULL END)
  );

  CREATE INDEX ix_ledger_entries_occurred_at_id ON ledger_entries (account_id, currency, occurred_at, id);
  CREATE INDEX ix_ledger_entries_occurred_at ON ledger_entries (occurred_at, id);

  CREATE VIEW ledger_lines AS
    SELECT id AS entry_id, account_id, currency, from_account AS ledger_account, -amount AS amount FROM ledger_entries
    UNION ALL
    SELECT id, account_id, currency, to_account, amount FROM ledger_entries`;

/** The sum that an entry adds to a ledger account. */
const change = (account: string): string =>
  `CASE '${account}' WHEN NEW.to_account THEN NEW.amount WHEN NEW.from_account THEN -NEW.amount ELSE 0 END`;

/**
 * The money of a payout is in one place: each of its entries moves all of it from where the last one left it.
 *
 * Entries are applied as the owner. Any role may hang a trigger on a temporary table of its own and update balances in
 * it, so an update by another role than the owner is refused; `grantRights` leaves the application's role no right to
 * the figures either.
 */
const APPLY_LEDGER_ENTRY = `
  CREATE FUNCTION apply_ledger_entry() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    IF NEW.subject_type = 'PAYOUT' AND NOT (CASE NEW.number WHEN 1 THEN NEW.from_account = 'AVAILABLE' ELSE EXISTS (
      SELECT FROM ledger_entries AS last
      WHERE last.subject_type = 'PAYOUT' AND last.subject_id = NEW.subject_id AND last.number = NEW.number - 1
        AND last.to_account = NEW.from_account AND last.amount = NEW.amount
        AND last.account_id = NEW.account_id AND last.currency = NEW.currency) END) THEN
      RAISE EXCEPTION 'The money of payout % is not in %', NEW.subject_id, NEW.from_account
        USING ERRCODE = 'check_violation';
    END IF;
    UPDATE ledger_balances SET
      funded = funded - ${change('FUNDING')},
      received = received - ${change('INCOME')},
      available = available + ${change('AVAILABLE')},
      reserved = reserved + ${change('RESERVED')},
      paid_out = paid_out + ${change('PAID_OUT')}
    WHERE account_id = NEW.account_id AND currency = NEW.currency;
    RETURN NULL;
  END $$;

  -- Or it could be hung on a temporary table as well, and would apply what is written there.
  REVOKE ALL ON FUNCTION apply_ledger_entry() FROM PUBLIC`;

/**
 * One level deeper than this trigger itself is the trigger of another table. Names are qualified: a temporary pg_class
 * of the caller's would come before the real one.
 */
const REFUSE_LEDGER_BALANCE_CHANGE = `
  CREATE FUNCTION refuse_ledger_balance_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 AND current_user =
      (SELECT pg_catalog.pg_get_userbyid(relowner) FROM pg_catalog.pg_class WHERE oid = TG_RELID) THEN RETURN NEW; END IF;
    IF TG_OP = 'INSERT' AND num_nonnulls(nullif(NEW.funded, 0), nullif(NEW.received, 0), nullif(NEW.available, 0),
      nullif(NEW.reserved, 0), nullif(NEW.paid_out, 0)) = 0 THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'ledger_balances changes by entries alone' USING ERRCODE = 'restrict_violation';
  END $$`;

const TRIGGERS = `
  CREATE TRIGGER tr_ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_rewrite();

  CREATE TRIGGER tr_ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();

  CREATE TRIGGER tr_ledger_entries_apply AFTER INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION apply_ledger_entry();

  CREATE TRIGGER tr_ledger_balances_by_entries BEFORE INSERT OR UPDATE OR DELETE ON ledger_balances
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_balance_change();

  CREATE TRIGGER tr_ledger_balances_no_truncate BEFORE TRUNCATE ON ledger_balances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite()`;

export class CreateLedger1795219208000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
    await queryRunner.query(APPLY_LEDGER_ENTRY);
    await queryRunner.query(REFUSE_LEDGER_BALANCE_CHANGE);
    await queryRunner.query(TRIGGERS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP VIEW ledger_lines;
      DROP TABLE ledger_entries, ledger_balances;
      DROP FUNCTION apply_ledger_entry(), refuse_ledger_balance_change()`);
  }
}
