import { Injectable } from '@nestjs/common';
import { CurrentAuthority } from '../../access/authority/current-authority.js';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { AuditEntryEntity } from '../../desk/audit/persistence/audit-entry.entity.js';
import { Config } from '../../platform/config/config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { PayoutPoliciesService } from '../rules/payout-policies.service.js';
import { PayoutApprovalsRepository } from '../rules/persistence/payout-approvals.repository.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import { toContentText } from '../core/domain/content-text.js';
import { type PayoutOperationResult, TRY_AGAIN } from '../core/payout-operation-result.js';
import { CALLER_FIRST_SECONDS } from '../core/persistence/payout-patch.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { SubmitPayoutService } from '../submission/submit-payout.service.js';
import type { Refusal } from '../../common/refusal.js';
import { ApproversService } from './approvers.service.js';
import { PAYOUT_CHANGED } from './domain/content-change.js';
import {
  approvalRefusal,
  type ApprovalRefusalCode,
  decliningRefusal,
  type WaitingRefusalCode,
} from './domain/request-rules.js';

export type ApprovePayoutRefusalCode = ApprovalRefusalCode | 'PAYOUT_NOT_FOUND' | 'CONTENT_CHANGED' | 'TRY_AGAIN';
export type DeclinePayoutRefusalCode = WaitingRefusalCode | 'PAYOUT_NOT_FOUND' | 'TRY_AGAIN';

export interface ApprovePayoutRequest {
  readonly payoutId: string;
  /** Hash of the content that the approver saw. Null is accepted only if the payout was never changed. */
  readonly contentHash: string | null;
  readonly actorId: string;
}

export interface DeclinePayoutRequest {
  readonly payoutId: string;
  readonly reason: string;
  readonly actorId: string;
}

const NOT_FOUND = { code: 'PAYOUT_NOT_FOUND', message: 'There is no payout with this id.' } as const;

@Injectable()
export class PayoutApprovalsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly approvals: PayoutApprovalsRepository,
    private readonly policies: PayoutPoliciesService,
    private readonly submission: SubmitPayoutService,
    private readonly transitions: PayoutTransitions,
    private readonly audit: AuditLog,
    private readonly approvers: ApproversService,
    private readonly authority: CurrentAuthority,
    private readonly config: Config,
  ) {}

  /** Approves a payout that waits for approval. Once it has all approvals, it is sent. */
  async approve(request: ApprovePayoutRequest): Promise<PayoutOperationResult<ApprovePayoutRefusalCode>> {
    const { payoutId } = request;
    const refusal = await this.record(request);
    if (refusal === null) {
      const approved = await this.payouts.findById(payoutId);
      if (approved?.submissionState === 'APPROVED') await this.submission.submitNow(approved);
    }
    return { payout: await this.payouts.findById(payoutId), refusal };
  }

  record(request: ApprovePayoutRequest): Promise<Refusal<ApprovePayoutRefusalCode> | null> {
    return this.unitOfWork.runUnlessBusy(TRY_AGAIN, (tx) => this.recordApproval(tx, request));
  }

  async decline(request: DeclinePayoutRequest): Promise<PayoutOperationResult<DeclinePayoutRefusalCode>> {
    const { payoutId, reason, actorId } = request;
    const refusal = await this.unitOfWork.runUnlessBusy(
      TRY_AGAIN,
      async (tx): Promise<Refusal<DeclinePayoutRefusalCode> | null> => {
        await this.authority.assertHeld(tx);
        const payout = await this.payouts.findForUpdate(tx, payoutId);
        if (!payout) return NOT_FOUND;
        const problem = decliningRefusal(payout);
        if (problem) return problem;
        await this.approvals.voidAll(tx, payoutId, 'DECLINED');
        await this.transitions.move(tx, payout, {
          to: 'DECLINED',
          patch: { declineReason: reason, problem: null },
          cause: 'OPERATOR',
          evidence: { actorId },
          audit: {
            action: 'payout.declined',
            before: { status: payout.status },
            after: { status: 'DECLINED' },
            reason,
          },
        });
        return null;
      },
    );
    return { payout: await this.payouts.findById(payoutId), refusal };
  }

  private async recordApproval(
    tx: Transaction,
    { payoutId, contentHash, actorId }: ApprovePayoutRequest,
  ): Promise<Refusal<ApprovePayoutRefusalCode> | null> {
    await this.authority.assertHeld(tx);
    const payout = await this.payouts.findForUpdate(tx, payoutId);
    if (!payout) return NOT_FOUND;
    const approver = await this.approvers.get(tx, { payout, callerId: actorId });
    const refusal = approvalRefusal(payout, approver);
    if (refusal) return refusal;
    if (await isAnother(tx, payout, contentHash)) {
      return {
        code: 'CONTENT_CHANGED',
        message: 'The payout was changed; read it again, and pass the contentHash it shows.',
      };
    }
    const { given, needed } = await this.give(tx, payout, actorId);
    if (given >= needed) {
      await this.transitions.move(tx, payout, {
        to: 'APPROVED',
        patch: {
          approvedHash: payout.contentHash,
          approvalReason: null,
          nextAttemptSeconds: CALLER_FIRST_SECONDS,
          problem: null,
        },
        cause: 'OPERATOR',
        evidence: { actorId },
      });
    }
    // Recorded even if more approvals are needed and the payout does not move.
    await this.audit.record(tx, {
      action: 'payout.approved',
      subjectType: 'PAYOUT',
      subjectId: payoutId,
      before: { status: payout.status },
      after: { status: given >= needed ? 'APPROVED' : payout.status, approvals: given, approvalsNeeded: needed },
      reason: null,
    });
    return null;
  }

  /**
   * Records an approval of a locked payout, and voids lapsed ones. Returns how many approvals count now, and how many
   * the current policies require.
   */
  private async give(
    tx: Transaction,
    payout: PayoutEntity,
    approverId: string,
  ): Promise<{ readonly given: number; readonly needed: number }> {
    const { id: payoutId, contentHash } = payout;
    const hours = this.config.payouts.approvalHours;
    // One of the lapsed approvals may be the approver's own, which would block the new one.
    await this.approvals.voidLapsed(tx, payoutId);
    await this.approvals.insert(tx, { payoutId, approverId, contentHash, hours });
    const neededBy = await this.policies.approvalsNeededIn(tx);
    // A possible duplicate needs at least one person, even if the policy requires none.
    const needed = Math.max(1, neededBy(payout));
    const given = (await this.approvals.countValid(tx, [payoutId])).get(payoutId) ?? 0;
    await this.payouts.needApprovals(tx, payoutId, needed);
    return { given, needed };
  }
}

async function isAnother(tx: Transaction, payout: PayoutEntity, seen: string | null): Promise<boolean> {
  // The makers of a payout that it repeats changed nothing.
  if (seen === null) return payout.editedBy.length > 0 && (await wasChanged(tx, payout.id));
  return seen !== toContentText(payout.contentHash);
}

function wasChanged(tx: Transaction, subjectId: string): Promise<boolean> {
  return tx.repository(AuditEntryEntity).existsBy({ action: PAYOUT_CHANGED, subjectId });
}
