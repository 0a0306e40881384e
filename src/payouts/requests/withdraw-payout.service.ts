import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { type PayoutOperationResult, TRY_AGAIN } from '../core/payout-operation-result.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import { PayoutApprovalsRepository } from '../rules/persistence/payout-approvals.repository.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import type { Refusal } from '../../common/refusal.js';
import { withdrawalRefusal } from './domain/request-rules.js';

export type WithdrawPayoutRefusalCode = 'PAYOUT_NOT_FOUND' | 'PAYOUT_ALREADY_SENT' | 'TRY_AGAIN';

@Injectable()
export class WithdrawPayoutService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly approvals: PayoutApprovalsRepository,
    private readonly transitions: PayoutTransitions,
  ) {}

  /** Withdraws a payout before it is sent. A claim and a withdrawal lock the same row, so only one of them succeeds. */
  async withdraw(
    id: string,
    { actorId, reason }: { readonly actorId: string; readonly reason: string | null },
  ): Promise<PayoutOperationResult<WithdrawPayoutRefusalCode>> {
    const refusal = await this.unitOfWork.runUnlessBusy(
      TRY_AGAIN,
      async (tx): Promise<Refusal<WithdrawPayoutRefusalCode> | null> => {
        const payout = await this.payouts.findForUpdate(tx, id);
        if (!payout) return { code: 'PAYOUT_NOT_FOUND', message: 'There is no payout with this id.' };
        // The request is a repetition: the payout is already withdrawn, and the first response may have been lost.
        if (payout.submissionState === 'WITHDRAWN') return null;
        const problem = withdrawalRefusal(payout);
        if (problem) return problem;
        await this.approvals.voidAll(tx, id, 'WITHDRAWN');
        await this.transitions.move(tx, payout, {
          to: 'WITHDRAWN',
          patch: { problem: null },
          cause: 'OPERATOR',
          evidence: { actorId },
          audit: {
            action: 'payout.withdrawn',
            before: { status: payout.status },
            after: { status: 'WITHDRAWN' },
            reason,
          },
        });
        return null;
      },
    );
    return { payout: await this.payouts.findById(id), refusal };
  }
}
