import { Injectable } from '@nestjs/common';
import { addDecimals } from '../../common/decimal.js';
import { type SignedDecimalString, subtractDecimals } from '../../common/signed-decimal.js';
import { Config } from '../../platform/config/config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Details } from '../../platform/events/status-change.js';
import type { FailoverMode } from '../gate/domain/database-history.js';
import type { ApprovalReason } from '../core/domain/payout-status.js';
import type { PlannedPayout, RecordingFacts } from './domain/recording-facts.js';
import { readPlannedFacts, readRecordingFacts } from './persistence/payout-facts.sql.js';
import { PayoutPoliciesService } from './payout-policies.service.js';

export interface NeededApproval {
  readonly reason: ApprovalReason | null;
  readonly approvalsNeeded: number;
  readonly evidence: Details;
}

export interface RecordingChecks extends Pick<
  RecordingFacts,
  'isKeyUsed' | 'isExternalIdTaken' | 'isGuessing' | 'available'
> {
  /** Whether the balance covers the payout besides all others that wait; true without an open balance. */
  readonly isCovered: boolean;
  readonly needed: NeededApproval;
}

// A second payout of the same amount to the same recipient within a day is usually a mistake, so a person checks it.
// The day begins when the first payout is sent: if that payout waits or is unconfirmed for a week, it still counts.
const DUPLICATE_HOURS = 24;

/** Decides whether new and changed payouts need approval, by the policies and by what else is paid to the recipient. */
@Injectable()
export class ApprovalReasonsService {
  constructor(
    private readonly policies: PayoutPoliciesService,
    private readonly config: Config,
  ) {}

  /**
   * Checks a payout. Policies apply to the sum of everything that the recipient was sent, or is about to be sent,
   * within a day. Locks the recipient until the transaction ends.
   */
  async check(tx: Transaction, payout: PlannedPayout): Promise<RecordingChecks> {
    return this.checksBy(payout, await readRecordingFacts(tx, payout, this.factRules()));
  }

  /** Reads the facts of payouts that are only planned, in their order. Locks nothing. */
  readFacts(tx: Transaction, payouts: readonly PlannedPayout[]): Promise<RecordingFacts[]> {
    return readPlannedFacts(tx, payouts, this.factRules());
  }

  checksBy(payout: PlannedPayout, facts: RecordingFacts): RecordingChecks {
    const { isKeyUsed, isExternalIdTaken, isGuessing, available, policies, recipientSum } = facts;
    // Otherwise one payout above the threshold could be split into twelve below it.
    const amount = addDecimals(payout.amount, recipientSum);
    const approvers = this.policies.approversBy(policies)({ ...payout, amount });
    const needed = neededApproval(approvers, facts);
    const isCovered =
      available === null ||
      !subtractDecimals(available, payout.amount as string as SignedDecimalString).startsWith('-');
    return { isKeyUsed, isExternalIdTaken, isGuessing, isCovered, available, needed };
  }

  private factRules(): { readonly duplicateHours: number; readonly failover: FailoverMode } {
    return { duplicateHours: DUPLICATE_HOURS, failover: this.config.database.failover };
  }
}

function neededApproval(
  approvers: number,
  {
    possibleDuplicate,
    lostPayment,
    isRestored,
  }: Pick<RecordingFacts, 'possibleDuplicate' | 'lostPayment' | 'isRestored'>,
): NeededApproval {
  if (lostPayment !== null) {
    return {
      reason: 'POSSIBLE_DUPLICATE',
      approvalsNeeded: Math.max(1, approvers),
      evidence: { possibleDuplicateOf: lostPayment },
    };
  }
  if (possibleDuplicate !== null) {
    return {
      reason: 'POSSIBLE_DUPLICATE',
      approvalsNeeded: Math.max(1, approvers),
      evidence: { possibleDuplicateOf: possibleDuplicate },
    };
  }
  if (isRestored) return { reason: 'DATABASE_RESTORED', approvalsNeeded: Math.max(1, approvers), evidence: {} };
  if (approvers === 0) return { reason: null, approvalsNeeded: 0, evidence: {} };
  return { reason: 'POLICY', approvalsNeeded: approvers, evidence: { approvalsNeeded: approvers } };
}
