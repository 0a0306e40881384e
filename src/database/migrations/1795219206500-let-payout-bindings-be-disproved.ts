import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LetPayoutBindingsBeDisproved1795219206500 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payout_evidence DROP CONSTRAINT chk_payout_evidence_kind,
      ADD CONSTRAINT chk_payout_evidence_kind CHECK (kind IN
        ('RESPONSE', 'RESPONSE_UNUSABLE', 'CALLBACK_URL', 'WEBHOOK_AT_TOKEN', 'OPERATOR_BOUND', 'OPERATORS_CLOSED',
         'DUPLICATE', 'BINDING_DISPROVED'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payout_evidence DISABLE TRIGGER tr_payout_evidence_append_only');
    await queryRunner.query(`DELETE FROM payout_evidence WHERE kind = 'BINDING_DISPROVED'`);
    await queryRunner.query('ALTER TABLE payout_evidence ENABLE TRIGGER tr_payout_evidence_append_only');
    await queryRunner.query(`
      ALTER TABLE payout_evidence DROP CONSTRAINT chk_payout_evidence_kind,
      ADD CONSTRAINT chk_payout_evidence_kind CHECK (kind IN
        ('RESPONSE', 'RESPONSE_UNUSABLE', 'CALLBACK_URL', 'WEBHOOK_AT_TOKEN', 'OPERATOR_BOUND', 'OPERATORS_CLOSED',
         'DUPLICATE'))`);
  }
}
