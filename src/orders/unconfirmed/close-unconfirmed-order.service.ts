import { Injectable } from '@nestjs/common';
import { ChangeRequestsService } from '../../access/changes/change-requests.service.js';
import type { ChangeRequest } from '../../access/changes/domain/change-request.js';
import type { ProposeRefusalCode } from '../../access/changes/domain/proposal-rules.js';
import type { Refusal } from '../../common/refusal.js';
import { Config } from '../../platform/config/config.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { closingRefusal, type ClosingRefusalCode } from '../domain/closing-rules.js';
import type { OrderEntity } from '../persistence/order.entity.js';
import { OrdersRepository } from '../persistence/orders.repository.js';

export type CloseOrderRefusalCode = 'ORDER_NOT_FOUND' | ClosingRefusalCode | ProposeRefusalCode;

export interface CloseOrderResult {
  readonly order: OrderEntity | null;
  readonly changeRequest: ChangeRequest | null;
  readonly refusal: Refusal<CloseOrderRefusalCode> | null;
}

/** Proposes that an unconfirmed order was not paid. Another person must confirm it. */
@Injectable()
export class CloseUnconfirmedOrderService {
  constructor(
    private readonly config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: OrdersRepository,
    private readonly changes: ChangeRequestsService,
  ) {}

  async close({
    orderId,
    reference,
    proposedBy,
  }: {
    readonly orderId: string;
    readonly reference: string;
    readonly proposedBy: string;
  }): Promise<CloseOrderResult> {
    return this.unitOfWork.run(async (tx) => {
      const order = await this.orders.findForUpdate(tx, orderId);
      if (!order) return refused(null, { code: 'ORDER_NOT_FOUND', message: 'There is no order with this id.' });
      const refusal = closingRefusal(order, this.config.payouts.closeAfterMinutes);
      if (refusal) return refused(order, refusal);
      const step = await this.changes.propose(tx, {
        kind: 'UNCONFIRMED_ORDER',
        subject: order.id,
        accountId: order.accountId,
        content: { action: 'CLOSE', externalId: order.externalId },
        reason: reference,
        proposedBy,
      });
      return step.kind === 'refused' ? refused(order, step) : { order, changeRequest: step.request, refusal: null };
    });
  }
}

function refused(order: OrderEntity | null, { code, message }: Refusal<CloseOrderRefusalCode>): CloseOrderResult {
  return { order, changeRequest: null, refusal: { code, message } };
}
