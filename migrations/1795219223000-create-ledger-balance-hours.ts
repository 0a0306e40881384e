import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  -- How a balance stood at the end of each hour in which it moved: written with each entry, under the lock of the balance.
  CREATE TABLE ledger_balance_hours (
    account_id uuid NOT NULL,
    currency text NOT NULL,
    hour timestamptz NOT NULL,
    available numeric NOT NULL,
    reserved numeric NOT NULL,
    CONSTRAINT pk_ledger_balance_hours PRIMARY KEY (account_id, currency, hour)
  );

  INSERT INTO ledger_balance_hours (account_id, currency, hour, available, reserved)
  SELECT account_id, currency, hour, sum(sum(available)) OVER book, sum(sum(reserved)) OVER book
  FROM (
    SELECT account_id, currency, date_trunc('hour', occurred_at, 'UTC') AS hour,
      CASE 'AVAILABLE' WHEN to_account THEN amount WHEN from_account THEN -amount ELSE 0 END AS available,
      CASE 'RESERVED' WHEN to_account THEN amount WHEN from_account THEN -amount ELSE 0 END AS reserved
    FROM ledger_entries) AS moved
  GROUP BY account_id, currency, hour
  WINDOW book AS (PARTITION BY account_id, currency ORDER BY hour)`;

const change = (account: string): string =>
  `CASE '${account}' WHEN NEW.to_account THEN NEW.amount WHEN NEW.from_account THEN -NEW.amount ELSE 0 END`;

/** The trigger as it was, and the hour beside the balance when asked for. */
const applyLedgerEntry = ({ isHourKept }: { readonly isHourKept: boolean }): string => `
  CREATE OR REPLACE FUNCTION apply_ledger_entry() RETURNS trigger
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
    ${isHourKept ? 'WITH moved AS (' : ''}
    UPDATE ledger_balances SET
      funded = funded - ${change('FUNDING')},
      received = received - ${change('INCOME')},
      available = available + ${change('AVAILABLE')},
      reserved = reserved + ${change('RESERVED')},
      paid_out = paid_out + ${change('PAID_OUT')}
    WHERE account_id = NEW.account_id AND currency = NEW.currency
    ${
      isHourKept
        ? `RETURNING account_id, currency, available, reserved)
    -- The clock is asked once the balance is locked: entries of a later hour come after all of an earlier one.
    INSERT INTO ledger_balance_hours AS known (account_id, currency, hour, available, reserved)
    SELECT account_id, currency, date_trunc('hour', clock_timestamp(), 'UTC'), available, reserved FROM moved
    ON CONFLICT (account_id, currency, hour)
    DO UPDATE SET available = excluded.available, reserved = excluded.reserved`
        : ''
    };
    RETURN NULL;
  END $$`;

/** A chart of a balance reads its hours, however many entries there are. */
export class CreateLedgerBalanceHours1795219223000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // No entry may come between the hours that are summed up here and those that the trigger writes.
    await queryRunner.query('LOCK TABLE ledger_entries IN SHARE ROW EXCLUSIVE MODE');
    await queryRunner.query(TABLE);
    await queryRunner.query(applyLedgerEntry({ isHourKept: true }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(applyLedgerEntry({ isHourKept: false }));
    await queryRunner.query('DROP TABLE ledger_balance_hours');
  }
}
