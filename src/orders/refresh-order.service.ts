import { Injectable } from '@nestjs/common';
import { SharedReads } from '../common/concurrency/shared-reads.js';
import { compareDecimals } from '../common/decimal.js';
import { Config } from '../platform/config/config.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { ProviderOrder } from '../provider/port/orders.port.js';
import { OrderAnswersService } from './order-answers.service.js';
import { OrderReader } from './order-reader.js';
import { type CheckResult, PollOrdersService, isBound } from './poll-orders.service.js';
import type { OrderEntity } from './persistence/order.entity.js';
import { OrdersRepository } from './persistence/orders.repository.js';
import type { Refusal } from '../common/refusal.js';

export type RefreshOrderRefusalCode =
  | 'ORDER_NOT_FOUND'
  | 'ORDER_NOT_AT_PROVIDER'
  | 'ORDER_MISMATCH'
  | 'PROVIDER_UNAVAILABLE';

export interface RefreshOrderResult {
  readonly order: OrderEntity | null;
  readonly refusal: Refusal<RefreshOrderRefusalCode> | null;
}

// A shared result takes at most 2 kB, so all together take 4 MB.
const MAX_SHARED = 2_000;

@Injectable()
export class RefreshOrderService {
  readonly #reads: SharedReads<RefreshOrderResult>;

  constructor(
    private readonly orders: OrdersRepository,
    private readonly polls: PollOrdersService,
    private readonly reader: OrderReader,
    private readonly unitOfWork: UnitOfWork,
    private readonly answers: OrderAnswersService,
    { provider }: Config,
  ) {
    this.#reads = new SharedReads({ forMs: provider.refreshSeconds * 1_000, max: MAX_SHARED });
  }

  /** Refreshes an order. Requests during the read, or shortly after it, share its answer. */
  refresh(id: string, providerOrderId: string | null): Promise<RefreshOrderResult> {
    return this.#reads.get(`${id} ${providerOrderId ?? ''}`, () => this.readBack(id, providerOrderId));
  }

  private async readBack(id: string, providerOrderId: string | null): Promise<RefreshOrderResult> {
    const order = await this.orders.findById(id);
    if (!order) return refused(null, 'ORDER_NOT_FOUND', 'There is no order with this id.');
    const result = await this.ask(order, providerOrderId);
    if (!result) return refused(order, 'ORDER_NOT_AT_PROVIDER', "The provider's id of this order is not known.");
    const refreshed = await this.orders.findById(id);
    switch (result.kind) {
      case 'applied':
        return { order: refreshed, refusal: null };
      case 'mismatch':
        return refused(refreshed, 'ORDER_MISMATCH', result.problem);
      case 'absent':
        return refused(refreshed, 'ORDER_NOT_AT_PROVIDER', 'The provider no longer knows this order.');
      case 'unavailable':
        return refused(
          refreshed,
          'PROVIDER_UNAVAILABLE',
          `The provider could not be reached (${result.reason}); the order is shown as last known.`,
        );
    }
  }

  /**
   * Reads the order back if it is bound, or else the provider's order that a person named; null if there is neither.
   */
  private async ask(order: OrderEntity, providerOrderId: string | null): Promise<CheckResult | null> {
    if (isBound(order)) {
      if (providerOrderId !== null && providerOrderId !== order.providerOrderId) {
        return { kind: 'mismatch', problem: `The order is bound to another order at the provider already.` };
      }
      return this.polls.readBack(order, { cause: 'POLL', isUrgent: true });
    }
    return providerOrderId === null ? null : this.bind(order, providerOrderId);
  }

  /** Binds an order to the provider's order that a person named, if the amount and the external id match. */
  private async bind({ id, accountId }: OrderEntity, providerOrderId: string): Promise<CheckResult> {
    const read = await this.reader.read({ id, accountId, providerOrderId }, 'interactive');
    if (read.kind === 'unavailable') return { kind: 'unavailable', reason: read.reason };
    if (read.kind === 'absent') return { kind: 'absent' };
    return this.unitOfWork.run(async (tx) => {
      const order = await this.orders.findForUpdate(tx, id);
      if (!order) throw new Error('An order vanished while it was being bound');
      // One person's claim is not enough: the provider must show both fields, and a missing one proves nothing.
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

function refused(order: OrderEntity | null, code: RefreshOrderRefusalCode, message: string): RefreshOrderResult {
  return { order, refusal: { code, message } };
}
