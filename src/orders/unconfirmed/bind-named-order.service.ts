import { Injectable } from '@nestjs/common';
import { compareDecimals } from '../../common/decimal.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { ProviderOrder } from '../../provider/port/orders.port.js';
import { OrderAnswersService } from '../order-answers.service.js';
import { OrderReader } from '../order-reader.js';
import type { OrderEntity } from '../persistence/order.entity.js';
import { OrdersRepository } from '../persistence/orders.repository.js';
import type { CheckResult } from '../poll-orders.service.js';

/** Binds an order without an id at the provider to the one that a person names, once the provider shows that it fits. */
@Injectable()
export class BindNamedOrderService {
  constructor(
    private readonly reader: OrderReader,
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: OrdersRepository,
    private readonly answers: OrderAnswersService,
  ) {}

  async bind({ id, accountId }: OrderEntity, providerOrderId: string): Promise<CheckResult> {
    const read = await this.reader.read({ id, accountId, providerOrderId }, 'interactive');
    if (read.kind === 'unavailable') return { kind: 'unavailable', reason: read.reason };
    if (read.kind === 'absent') return { kind: 'absent' };
    return this.unitOfWork.run(async (tx) => {
      const order = await this.orders.findForUpdate(tx, id);
      if (!order) throw new Error('An order vanished while it was being bound');
      // The word of one person binds nothing: a field that the provider leaves out proves nothing either.
      if (!fits(order, read.value)) {
        return {
          kind: 'mismatch',
          problem: 'The provider does not show the amount and the external id of this order.',
        };
      }
      return this.answers.apply(tx, order, { order: read.value, cause: 'OPERATOR' });
    });
  }
}

function fits(order: OrderEntity, shown: ProviderOrder): boolean {
  return (
    shown.externalId === order.externalId && shown.amount !== null && compareDecimals(shown.amount, order.amount) === 0
  );
}
