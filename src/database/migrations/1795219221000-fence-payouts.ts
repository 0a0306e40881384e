import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Has the payout gate know in which incarnation of the database it was set. Payouts that wait in a database that was failed
 * over or restored may have been sent by the one before, so nothing is sent that people have not opened the gate for there.
 *
 * Files put back keep all that `current_incarnation()` compares. A process that remembers more notices, and counts a setback,
 * so that everybody else need not: what they remember is of the time before it.
 */
export class FencePayouts1795219221000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payout_gate ADD COLUMN incarnation integer, ADD COLUMN setbacks integer NOT NULL DEFAULT 0`);
    await queryRunner.query('UPDATE payout_gate SET incarnation = current_incarnation()');
    await queryRunner.query('ALTER TABLE payout_gate ALTER COLUMN incarnation SET NOT NULL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payout_gate DROP COLUMN incarnation, DROP COLUMN setbacks');
  }
}
