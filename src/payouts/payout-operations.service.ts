import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { StatusLog } from '../events/status-log.js';
import type { SubmissionState } from './domain/submission-state.js';
import type { PayoutEntity } from './persistence/payout.entity.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { SubmitPayoutService } from './submit-payout.service.js';

export type WithdrawPayoutRefusalCode = 'PAYOUT_NOT_FOUND' | 'PAYOUT_ALREADY_SENT';
export type ApprovePayoutRefusalCode = 'PAYOUT_NOT_FOUND' | 'NOT_AWAITING_APPROVAL' | 'SAME_PERSON';

interface Refusal<Code extends string> {
  readonly code: Code;
  readonly message: string;
}

export interface PayoutOperationResult<Code extends string> {
  /** The payout as it is now; null when there is none. */
  readonly payout: PayoutEntity | null;
  readonly refusal: Refusal<Code> | null;
}

/** What people do to payouts that were not sent yet. */
@Injectable()
export class PayoutOperationsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly submission: SubmitPayoutService,
    private readonly log: StatusLog,
  ) {}

  /**
   * Takes a payout back before it is sent. A claim and a withdrawal lock the same row, so only one of them happens.
   *
   * @param actorId the API key that decides, as below
   */
  async withdraw(id: string, actorId: string): Promise<PayoutOperationResult<WithdrawPayoutRefusalCode>> {
    const refusal = await this.unitOfWork.run(async (tx): Promise<Refusal<WithdrawPayoutRefusalCode> | null> => {
      const payout = await this.payouts.findForUpdate(tx, id);
      if (!payout) return { code: 'PAYOUT_NOT_FOUND', message: 'There is no payout with this id.' };
      if (payout.submissionState === 'WITHDRAWN') return null;
      if (payout.submissionState !== 'APPROVED' && payout.submissionState !== 'AWAITING_APPROVAL') {
        return { code: 'PAYOUT_ALREADY_SENT', message: `A payout that is ${payout.status} cannot be withdrawn.` };
      }
      await this.payouts.changeSubmission(tx, id, { state: 'WITHDRAWN', problem: null, nextAttemptSeconds: null });
      await this.record(tx, payout, { to: 'WITHDRAWN', actorId });
      return null;
    });
    return { payout: await this.payouts.findById(id), refusal };
  }

  /** Another person than the one who created it finds that a held payout is meant; it is then sent. */
  async approve(id: string, actorId: string): Promise<PayoutOperationResult<ApprovePayoutRefusalCode>> {
    const refusal = await this.unitOfWork.run(async (tx): Promise<Refusal<ApprovePayoutRefusalCode> | null> => {
      const payout = await this.payouts.findForUpdate(tx, id);
      if (!payout) return { code: 'PAYOUT_NOT_FOUND', message: 'There is no payout with this id.' };
      if (payout.submissionState !== 'AWAITING_APPROVAL') {
        return { code: 'NOT_AWAITING_APPROVAL', message: `A payout that is ${payout.status} waits for no approval.` };
      }
      if (payout.createdBy === actorId) {
        return { code: 'SAME_PERSON', message: 'Whoever created a payout cannot approve it.' };
      }
      await this.payouts.approve(tx, id);
      await this.record(tx, payout, { to: 'APPROVED', actorId });
      return null;
    });
    if (refusal === null) await this.submission.submitNow(id);
    return { payout: await this.payouts.findById(id), refusal };
  }

  private async record(
    tx: Transaction,
    payout: PayoutEntity,
    { to, actorId }: { readonly to: SubmissionState; readonly actorId: string },
  ): Promise<void> {
    await this.log.append(tx, {
      subjectType: 'PAYOUT',
      subjectId: payout.id,
      from: payout.status,
      to,
      cause: 'OPERATOR',
      evidence: { actorId },
    });
  }
}
