import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links payouts with the ones that pay them again. The release before pays none again, and leaves it empty. */
export class CreatePayoutRepeats1795811000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE payout_repeats (
        repeat_id uuid NOT NULL CONSTRAINT pk_payout_repeats PRIMARY KEY,
        payout_id uuid NOT NULL,
        root_id uuid NOT NULL,
        is_live boolean NOT NULL DEFAULT true
      );

      CREATE UNIQUE INDEX uq_payout_repeats_root_id ON payout_repeats (root_id) WHERE is_live;
      CREATE INDEX ix_payout_repeats_root_id ON payout_repeats (root_id);
      CREATE INDEX ix_payout_repeats_payout_id ON payout_repeats (payout_id);

      CREATE TRIGGER tr_payout_repeats_tell_change AFTER INSERT ON payout_repeats FOR EACH ROW
      EXECUTE FUNCTION tell_change('PAYOUT', 'payout_id')`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE payout_repeats');
  }
}
