import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A payout that the provider has and this database lacks is compared with payouts by its amount and by a keyed hash of
 * its requisites. The gate keeps since when the database may have lost payouts, and payouts get another reason to be
 * held and to be approved. The release before leaves the columns null and knows neither word.
 */
export class AddLostPayments1795712446203 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE discrepancies ADD COLUMN amount numeric, ADD COLUMN requisites_hash bytea,
        ADD CONSTRAINT chk_discrepancies_requisites_hash CHECK (length(requisites_hash) = 32) NOT VALID;
      ALTER TABLE payout_gate ADD COLUMN restored_at timestamptz;
      ALTER TABLE payouts DROP CONSTRAINT chk_payouts_blocked_by, DROP CONSTRAINT chk_payouts_approval_reason,
        ADD CONSTRAINT chk_payouts_blocked_by CHECK (blocked_by IN
          ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_COUNT_PER_RECIPIENT', 'MAY_HAVE_BEEN_SENT')) NOT VALID,
        ADD CONSTRAINT chk_payouts_approval_reason CHECK (approval_reason IN
          ('POSSIBLE_DUPLICATE', 'POLICY', 'APPROVAL_LAPSED', 'DATABASE_RESTORED')) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payouts DROP CONSTRAINT chk_payouts_blocked_by, DROP CONSTRAINT chk_payouts_approval_reason,
        ADD CONSTRAINT chk_payouts_blocked_by CHECK (blocked_by IN
          ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_COUNT_PER_RECIPIENT')) NOT VALID,
        ADD CONSTRAINT chk_payouts_approval_reason CHECK (approval_reason IN
          ('POSSIBLE_DUPLICATE', 'POLICY', 'APPROVAL_LAPSED')) NOT VALID;
      ALTER TABLE payout_gate DROP COLUMN restored_at;
      ALTER TABLE discrepancies DROP COLUMN amount, DROP COLUMN requisites_hash`);
  }
}
