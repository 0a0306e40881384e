import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import {
  type DisputedPayout,
  type PayoutDisputeHandler,
  PayoutDisputes,
} from '../../../desk/discrepancies/payout-disputes.js';
import { PayoutAttemptsRepository } from '../../core/persistence/payout-attempts.repository.js';
import { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import { PayoutBindingsService } from '../payout-bindings.service.js';

/** Applies people's decisions about discrepancies to the payouts that they concern. */
@Injectable()
export class DisputedPayoutsService implements PayoutDisputeHandler, OnModuleInit {
  constructor(
    private readonly disputes: PayoutDisputes,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly bindings: PayoutBindingsService,
  ) {}

  onModuleInit(): void {
    this.disputes.register(this);
  }

  async lock(tx: Transaction, payoutId: string): Promise<DisputedPayout | null> {
    const payout = await this.payouts.findForUpdate(tx, payoutId);
    if (!payout) return null;
    const { createdBy, editedBy, providerPayoutId, checksMade } = payout;
    return {
      makers: [createdBy, ...editedBy],
      providerPayoutId,
      apply: async (isThisPayout, by) => {
        // The next poll applies the provider's status, which Purser has rejected so far.
        if (isThisPayout) return this.payouts.planPoll(tx, payoutId, { checksMade, seconds: 0 });
        const attempt = await this.attempts.findLiveForUpdate(tx, payoutId);
        if (!attempt || providerPayoutId === null) throw new Error(`Payout ${payoutId} is bound without an attempt`);
        return this.bindings.disprove(tx, { payout, attempt }, { providerPayoutId, cause: 'OPERATOR', by });
      },
    };
  }

  async findBoundIds(payoutIds: readonly string[]): Promise<readonly (string | null)[]> {
    const payouts = await this.payouts.findByIds(payoutIds);
    const boundIds = new Map(payouts.map(({ id, providerPayoutId }) => [id, providerPayoutId]));
    return payoutIds.map((id) => boundIds.get(id) ?? null);
  }
}
