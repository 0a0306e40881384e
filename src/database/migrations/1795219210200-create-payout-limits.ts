import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePayoutLimits1795219210200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE payout_limits (
        id uuid NOT NULL CONSTRAINT pk_payout_limits PRIMARY KEY,
        kind text NOT NULL,
        -- Null stands for all of them together.
        account_id uuid CONSTRAINT fk_payout_limits_account_id REFERENCES accounts (id),
        currency text,
        value numeric NOT NULL,
        proposed_by uuid NOT NULL,
        confirmed_by uuid NOT NULL,
        set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_payout_limits_kind_account_id_currency UNIQUE NULLS NOT DISTINCT (kind, account_id, currency),
        CONSTRAINT chk_payout_limits_kind CHECK (kind IN ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_COUNT_PER_RECIPIENT')),
        CONSTRAINT chk_payout_limits_value CHECK (value >= 0 AND value < 1e12 AND scale(value) <= 4),
        -- Amounts have a currency; how often somebody is paid has none, and is counted across all accounts.
        CONSTRAINT chk_payout_limits_currency CHECK (CASE WHEN kind = 'DAILY_COUNT_PER_RECIPIENT'
          THEN currency IS NULL AND account_id IS NULL AND scale(value) = 0 ELSE currency ~ '^[A-Z]{3}$' END),
        CONSTRAINT chk_payout_limits_two_people CHECK (confirmed_by <> proposed_by)
      )`);
    await queryRunner.query(`
      ALTER TABLE payouts
        -- The UTC day of its last claim, on which it counts.
        ADD COLUMN claimed_on date,
        ADD COLUMN held_by text,
        ADD CONSTRAINT chk_payouts_held_by
          CHECK (held_by IN ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_COUNT_PER_RECIPIENT'))`);
    // With the columns that are summed up, so that of a day only payouts that changed since the last vacuum are read.
    await queryRunner.query(`
      CREATE INDEX ix_payouts_claimed_on_currency ON payouts (claimed_on, currency)
      INCLUDE (account_id, status, amount) WHERE claimed_on IS NOT NULL`);
    await queryRunner.query(
      'CREATE INDEX ix_payouts_requisites_hash_claimed_on ON payouts (requisites_hash, claimed_on)',
    );
    await queryRunner.query('CREATE INDEX ix_payouts_held_by ON payouts (held_by) WHERE held_by IS NOT NULL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE payout_limits');
    await queryRunner.query('ALTER TABLE payouts DROP COLUMN claimed_on, DROP COLUMN held_by');
  }
}
