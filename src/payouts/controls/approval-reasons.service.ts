import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import type { Evidence } from '../../events/status-change.js';
import type { ApprovalReason } from '../core/domain/payout-status.js';
import { type PlannedPayout, readRecordingFacts, type RecordingFacts } from './persistence/payout-facts.sql.js';
import { PayoutPoliciesService } from './rules/payout-policies.service.js';

/** Whether people must approve a payout as it is now. */
export interface NeededApproval {
  /** Null when nobody has to. */
  readonly reason: ApprovalReason | null;
  readonly approvalsNeeded: number;
  readonly evidence: Evidence;
}

/** Whether a payout may be recorded as it is planned, and as what. */
export interface RecordingChecks extends Omit<RecordingFacts, 'policies' | 'possibleDuplicate'> {
  readonly needed: NeededApproval;
}

// A second payout of one amount to one recipient within a day is more often a mistake than not: a person looks. The day
// begins when the first one is sent, and not before: what waits or is unconfirmed for a week is as much of a first one.
const DUPLICATE_HOURS = 24;

/** Validates new payouts, and those that were changed, by the policies and by what else was paid to their recipient. */
@Injectable()
export class ApprovalReasonsService {
  constructor(private readonly policies: PayoutPoliciesService) {}

  /** Locks the recipient until the transaction ends. */
  async check(tx: Transaction, payout: PlannedPayout): Promise<RecordingChecks> {
    const facts = await readRecordingFacts(tx, payout, { duplicateHours: DUPLICATE_HOURS });
    const { policies, possibleDuplicate, ...checks } = facts;
    const approvers = this.policies.approversBy(policies)(payout);
    return { ...checks, needed: neededApproval(approvers, possibleDuplicate) };
  }
}

function neededApproval(approvers: number, possibleDuplicate: string | null): NeededApproval {
  if (possibleDuplicate !== null) {
    return {
      reason: 'POSSIBLE_DUPLICATE',
      approvalsNeeded: Math.max(1, approvers),
      evidence: { possibleDuplicateOf: possibleDuplicate },
    };
  }
  if (approvers === 0) return { reason: null, approvalsNeeded: 0, evidence: {} };
  return { reason: 'POLICY', approvalsNeeded: approvers, evidence: { approvalsNeeded: approvers } };
}
