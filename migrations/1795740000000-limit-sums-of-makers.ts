import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A limit may be about what one key or person pays in a day. The release before neither sets nor keeps such a limit. */
export class LimitSumsOfMakers1795740000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payout_limits DROP CONSTRAINT chk_payout_limits_kind,
        ADD CONSTRAINT chk_payout_limits_kind CHECK (kind IN
          ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_SUM_PER_MAKER', 'DAILY_COUNT_PER_RECIPIENT')) NOT VALID;
      ALTER TABLE payouts DROP CONSTRAINT chk_payouts_blocked_by,
        ADD CONSTRAINT chk_payouts_blocked_by CHECK (blocked_by IN
          ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_SUM_PER_MAKER', 'DAILY_COUNT_PER_RECIPIENT', 'MAY_HAVE_BEEN_SENT'))
          NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payouts DROP CONSTRAINT chk_payouts_blocked_by,
        ADD CONSTRAINT chk_payouts_blocked_by CHECK (blocked_by IN
          ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_COUNT_PER_RECIPIENT', 'MAY_HAVE_BEEN_SENT')) NOT VALID;
      ALTER TABLE payout_limits DROP CONSTRAINT chk_payout_limits_kind,
        ADD CONSTRAINT chk_payout_limits_kind CHECK (kind IN
          ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_COUNT_PER_RECIPIENT')) NOT VALID`);
  }
}
