import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  COUNT_PAYOUT_APPROVALS,
  VALIDATE_PAYOUT_APPROVAL,
  PAYOUT_APPROVALS,
  REFUSE_APPROVAL_BY_SAME_PERSON,
  REFUSE_UNAPPROVED_PAYOUT,
} from './payouts/approvals.sql.js';
import { PAYOUT_ATTEMPTS, PAYOUT_EVIDENCE } from './payouts/attempts.sql.js';
import { PAYOUT_INDEXES, PAYOUTS } from './payouts/payouts.sql.js';
import { PAYOUT_GATE, PAYOUT_LIMITS, PAYOUT_POLICIES } from './payouts/rules.sql.js';
import { GUARD_PAYOUT_ATTEMPTS } from './states/payout-attempt.sql.js';
import { GUARD_PAYOUTS } from './states/payout-submission.sql.js';

const PARTS = [
  PAYOUTS,
  PAYOUT_INDEXES,
  GUARD_PAYOUTS,
  PAYOUT_ATTEMPTS,
  GUARD_PAYOUT_ATTEMPTS,
  PAYOUT_EVIDENCE,
  PAYOUT_GATE,
  PAYOUT_POLICIES,
  PAYOUT_LIMITS,
  PAYOUT_APPROVALS,
  COUNT_PAYOUT_APPROVALS,
  REFUSE_UNAPPROVED_PAYOUT,
  VALIDATE_PAYOUT_APPROVAL,
  REFUSE_APPROVAL_BY_SAME_PERSON,
];

export class CreatePayouts1795219211000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const part of PARTS) await queryRunner.query(part);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP FUNCTION count_payout_approvals(payouts);
      DROP TABLE payout_approvals, payout_limits, payout_policies, payout_gate, payout_evidence, payout_attempts, payouts;
      DROP FUNCTION refuse_unapproved_payout(), validate_payout_approval(), refuse_approval_by_same_person()`);
  }
}
