import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type ChangeHandler,
  type ChangeObstacle,
  type LockedChange,
  obstacle,
  type PreparedChange,
} from '../../../access/changes/change-handler.js';
import { ChangeHandlers } from '../../../access/changes/change-handlers.js';
import { ChangeRequestsService } from '../../../access/changes/change-requests.service.js';
import type { ChangeRequest } from '../../../access/changes/domain/change-request.js';
import type { ProposeRefusalCode } from '../../../access/changes/domain/proposal-rules.js';
import { AuditLog } from '../../../desk/audit/audit-log.js';
import type { Refusal } from '../../../common/refusal.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { TRY_AGAIN } from '../../core/payout-operation-result.js';
import { LostPaymentsService } from './lost-payments.service.js';
import { LostPaymentsRepository } from './persistence/lost-payments.repository.js';

export type CloseLostPaymentRefusalCode = 'LOST_PAYMENT_NOT_FOUND' | 'TRY_AGAIN' | ProposeRefusalCode;

export interface CloseLostPaymentResult {
  readonly changeRequest: ChangeRequest | null;
  readonly refusal: Refusal<CloseLostPaymentRefusalCode> | null;
}

/**
 * Closes a lost payment that matches none of Purser's payouts. Requires two people, because payouts that the payment
 * blocked are then sent.
 */
@Injectable()
export class CloseLostPaymentService implements ChangeHandler, OnModuleInit {
  readonly kind = 'LOST_PAYMENT';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payments: LostPaymentsRepository,
    private readonly lost: LostPaymentsService,
    private readonly changes: ChangeRequestsService,
    private readonly handlers: ChangeHandlers,
    private readonly audit: AuditLog,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  async propose(request: {
    readonly discrepancyId: string;
    readonly reference: string;
    readonly proposedBy: string;
  }): Promise<CloseLostPaymentResult> {
    const { discrepancyId, reference, proposedBy } = request;
    const busy: CloseLostPaymentResult = { changeRequest: null, refusal: TRY_AGAIN };
    return this.unitOfWork.runUnlessBusy(busy, async (tx): Promise<CloseLostPaymentResult> => {
      const found = await this.payments.findForUpdate(tx, { id: discrepancyId });
      if (!found) {
        const message = `There is no open lost payment ${discrepancyId}.`;
        return { changeRequest: null, refusal: { code: 'LOST_PAYMENT_NOT_FOUND', message } };
      }
      const proposed = await this.changes.propose(tx, {
        kind: this.kind,
        subject: discrepancyId,
        accountId: found.accountId,
        content: { providerPayoutId: found.providerPayoutId, amount: found.amount },
        reason: reference,
        proposedBy,
      });
      return proposed.kind === 'proposed'
        ? { changeRequest: proposed.request, refusal: null }
        : { changeRequest: null, refusal: proposed };
    });
  }

  prepare(request: ChangeRequest): Promise<PreparedChange> {
    return Promise.resolve({ kind: 'prepared', lock: (tx) => this.lock(tx, request) });
  }

  private async lock(tx: Transaction, { subject, reason }: ChangeRequest): Promise<LockedChange | ChangeObstacle> {
    const found = await this.payments.findForUpdate(tx, { id: subject });
    if (!found) return obstacle('OUTDATED', `Lost payment ${subject} was settled after this was proposed.`);
    return {
      kind: 'locked',
      apply: async ({ confirmedBy }) => {
        await this.lost.close(tx, found, { payoutId: null, closedBy: confirmedBy, note: reason ?? '' });
        await this.audit.record(tx, {
          action: 'lost_payment.closed',
          subjectType: 'DISCREPANCY',
          subjectId: subject,
          before: { providerPayoutId: found.providerPayoutId, amount: found.amount },
          after: null,
          reason,
        });
        return { kind: 'applied' };
      },
    };
  }
}
