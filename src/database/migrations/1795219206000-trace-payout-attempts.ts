import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TracePayoutAttempts1795219206000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payout_attempts
      -- What an unusable answer named. Not unique: it is a claim, and only a binding is.
      ADD COLUMN named_payout_id uuid,
      ADD COLUMN traces_made integer NOT NULL DEFAULT 0,
      ADD COLUMN next_trace_at timestamptz,
      ADD CONSTRAINT chk_payout_attempts_next_trace_at CHECK (next_trace_at IS NULL OR named_payout_id IS NOT NULL)`);
    await queryRunner.query(`
      CREATE INDEX ix_payout_attempts_next_trace_at ON payout_attempts (next_trace_at) WHERE next_trace_at IS NOT NULL`);
    await queryRunner.query(`
      ALTER TABLE payout_evidence DROP CONSTRAINT chk_payout_evidence_kind,
      ADD CONSTRAINT chk_payout_evidence_kind CHECK (kind IN
        ('RESPONSE', 'RESPONSE_UNUSABLE', 'CALLBACK_URL', 'WEBHOOK_AT_TOKEN', 'OPERATOR_BOUND', 'OPERATORS_CLOSED',
         'DUPLICATE'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payout_evidence DISABLE TRIGGER tr_payout_evidence_append_only');
    await queryRunner.query(`DELETE FROM payout_evidence WHERE kind = 'RESPONSE_UNUSABLE'`);
    await queryRunner.query('ALTER TABLE payout_evidence ENABLE TRIGGER tr_payout_evidence_append_only');
    await queryRunner.query(`
      ALTER TABLE payout_evidence DROP CONSTRAINT chk_payout_evidence_kind,
      ADD CONSTRAINT chk_payout_evidence_kind CHECK (kind IN
        ('RESPONSE', 'CALLBACK_URL', 'WEBHOOK_AT_TOKEN', 'OPERATOR_BOUND', 'OPERATORS_CLOSED', 'DUPLICATE'))`);
    await queryRunner.query(`
      ALTER TABLE payout_attempts DROP COLUMN named_payout_id, DROP COLUMN traces_made, DROP COLUMN next_trace_at`);
  }
}
