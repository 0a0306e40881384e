import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { Transaction } from '../../database/transaction.js';
import type { Evidence } from '../../events/status-change.js';
import type { ApprovalReason } from '../core/domain/payout-status.js';
import { PayoutPoliciesService } from './rules/payout-policies.service.js';
import { findPossibleDuplicate } from '../core/persistence/waiting-payouts.sql.js';

/** Whether people must approve a payout as it is now. */
export interface NeededApproval {
  /** Null when nobody has to. */
  readonly reason: ApprovalReason | null;
  readonly approvalsNeeded: number;
  readonly evidence: Evidence;
}

// A second payout of one amount to one recipient within a day is more often a mistake than not: a person looks. The day
// begins when the first one is sent, and not before: what waits or is unconfirmed for a week is as much of a first one.
const DUPLICATE_HOURS = 24;

/** Validates new payouts, and those that were changed, by the policies and by what else was paid to their recipient. */
@Injectable()
export class ApprovalReasonsService {
  constructor(private readonly policies: PayoutPoliciesService) {}

  async find(
    tx: Transaction,
    payout: {
      readonly id: string;
      readonly accountId: string;
      readonly amount: DecimalString;
      readonly currency: CurrencyCode;
      readonly recipientHash: Buffer;
    },
  ): Promise<NeededApproval> {
    const possibleDuplicate = await findPossibleDuplicate(tx, {
      recipientHash: payout.recipientHash,
      amount: payout.amount,
      withinHours: DUPLICATE_HOURS,
      exceptId: payout.id,
    });
    const approversOf = await this.policies.approversIn(tx);
    const approvers = approversOf(payout);
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
}
