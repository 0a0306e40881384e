import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type ChangeHandler,
  type ChangeObstacle,
  type LockedChange,
  obstacle,
  type PreparedChange,
} from '../../access/changes/change-handler.js';
import { ChangeHandlers } from '../../access/changes/change-handlers.js';
import type { ChangeRequest } from '../../access/changes/domain/change-request.js';
import { Config } from '../../platform/config/config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { closingRefusal } from '../domain/closing-rules.js';
import { OrderTransitions } from '../order-transitions.js';
import { OrdersRepository } from '../persistence/orders.repository.js';

const CLOSED =
  'Two people closed it: the provider does not have it, or has it unpaid. It comes back if it is paid after all.';

/** Closes an unconfirmed order as unpaid, after a second person confirmed. */
@Injectable()
export class UnconfirmedOrderHandler implements ChangeHandler, OnModuleInit {
  readonly kind = 'UNCONFIRMED_ORDER';

  constructor(
    private readonly handlers: ChangeHandlers,
    private readonly config: Config,
    private readonly orders: OrdersRepository,
    private readonly transitions: OrderTransitions,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  prepare(request: ChangeRequest): Promise<PreparedChange> {
    return Promise.resolve({ kind: 'prepared', lock: (tx) => this.lock(tx, request) });
  }

  private async lock(tx: Transaction, { id, subject, reason }: ChangeRequest): Promise<LockedChange | ChangeObstacle> {
    const order = await this.orders.findForUpdate(tx, subject);
    if (!order || closingRefusal(order, this.config.payouts.closeAfterMinutes)) {
      return obstacle('OUTDATED', `Order ${subject} was settled after this was proposed. Look at it again.`);
    }
    return {
      kind: 'locked',
      apply: async () => {
        await this.transitions.move(tx, order, {
          to: 'DECLINED',
          patch: { problem: CLOSED },
          cause: 'OPERATOR',
          evidence: { changeRequestId: id, reference: reason ?? '' },
        });
        return { kind: 'applied' };
      },
    };
  }
}
