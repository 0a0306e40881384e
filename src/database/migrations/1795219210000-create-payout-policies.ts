import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePayoutPolicies1795219210000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE payout_policies (
        id uuid NOT NULL CONSTRAINT pk_payout_policies PRIMARY KEY,
        -- Null stands for any.
        account_id uuid CONSTRAINT fk_payout_policies_account_id REFERENCES accounts (id),
        currency text,
        from_amount numeric NOT NULL,
        approvers smallint NOT NULL,
        proposed_by uuid NOT NULL,
        confirmed_by uuid NOT NULL,
        set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT uq_payout_policies_account_id_currency_from_amount
          UNIQUE NULLS NOT DISTINCT (account_id, currency, from_amount),
        CONSTRAINT chk_payout_policies_approvers CHECK (approvers BETWEEN 0 AND 2),
        CONSTRAINT chk_payout_policies_currency CHECK (currency ~ '^[A-Z]{3}$'),
        CONSTRAINT chk_payout_policies_from_amount
          CHECK (from_amount >= 0 AND from_amount < 1e12 AND scale(from_amount) <= 4),
        -- A number without a currency is no amount.
        CONSTRAINT chk_payout_policies_band CHECK (currency IS NOT NULL OR from_amount = 0),
        CONSTRAINT chk_payout_policies_two_people CHECK (confirmed_by <> proposed_by)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE payout_policies');
  }
}
