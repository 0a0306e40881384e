import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { PayoutApprovalsRepository } from './persistence/payout-approvals.repository.js';
import { PayoutPoliciesService } from './payout-policies.service.js';

/** Gives and voids approvals of payouts. */
@Injectable()
export class GivenApprovalsService {
  constructor(
    private readonly config: Config,
    private readonly approvals: PayoutApprovalsRepository,
    private readonly payouts: PayoutsRepository,
    private readonly policies: PayoutPoliciesService,
  ) {}

  /**
   * Records an approval of a locked payout, and voids the lapsed ones. Returns how many count now, and how many today's
   * policies require.
   */
  async give(
    tx: Transaction,
    payout: PayoutEntity,
    approverId: string,
  ): Promise<{ readonly given: number; readonly needed: number }> {
    const { id: payoutId, contentHash } = payout;
    const hours = this.config.payouts.approvalHours;
    // A lapsed one may be the approver's own.
    await this.approvals.voidLapsed(tx, payoutId);
    await this.approvals.insert(tx, { payoutId, approverId, contentHash, hours });
    const neededBy = await this.policies.approvalsNeededIn(tx);
    // A possible duplicate needs one person, whatever the policy says.
    const needed = Math.max(1, neededBy(payout));
    const given = (await this.approvals.countValid(tx, [payoutId])).get(payoutId) ?? 0;
    await this.payouts.needApprovals(tx, payoutId, needed);
    return { given, needed };
  }

  async voidDeclined(tx: Transaction, payoutId: string): Promise<void> {
    await this.approvals.voidAll(tx, payoutId, 'DECLINED');
  }
}
