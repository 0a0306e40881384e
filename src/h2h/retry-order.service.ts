import { Injectable } from '@nestjs/common';
import { PollOrdersService, isBound } from '../orders/poll-orders.service.js';
import { type CreateOrderRefusalCode, CreateOrderService } from '../orders/create-order.service.js';
import { OrderAttemptsService } from '../orders/order-attempts.service.js';
import type { Customer } from '../orders/domain/customer.js';
import { isFinalOrderStatus } from '../orders/domain/order-status.js';
import type { OrderEntity } from '../orders/persistence/order.entity.js';
import type { OrderRequestProblem } from '../orders/domain/order-problem.js';
import { OrdersRepository } from '../orders/persistence/orders.repository.js';
import { isFinalH2hStatus } from './domain/h2h-status.js';
import type { H2hSessionEntity } from './persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from './persistence/h2h-sessions.repository.js';
import type { Refusal } from '../common/refusal.js';

export interface RetryRequest {
  readonly orderId: string;
  /** The new order's external id; null to use Purser's id. */
  readonly externalId: string | null;
  readonly customer: Customer;
}

export type RetryOrderRefusalCode =
  | CreateOrderRefusalCode
  | 'ORDER_NOT_FOUND'
  | 'ORDER_NOT_BY_CARD'
  | 'ORDER_PAID'
  | 'ORDER_STILL_PAYABLE'
  | 'PROVIDER_UNAVAILABLE';

export interface RetryOrderResult {
  readonly order: OrderEntity | null;
  readonly refusals: readonly Refusal<RetryOrderRefusalCode>[];
  readonly isRepeat: boolean;
}

/**
 * Replaces an order whose card was not verified with a new one, but only if the old order can no longer be paid: its
 * verification ended at the provider without success and the order was read back unpaid, or the order itself has ended.
 * A payer who is asked for a card twice must not pay twice.
 */
@Injectable()
export class RetryOrderService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly polls: PollOrdersService,
    private readonly creation: CreateOrderService,
    private readonly attempts: OrderAttemptsService,
    private readonly sessions: H2hSessionsRepository,
  ) {}

  /**
   * Retries an order. Repeated requests return the same new order, so a double click makes only one retry.
   * @param unsound problems that were already found in single fields
   */
  async retry(request: RetryRequest, unsound: readonly OrderRequestProblem[]): Promise<RetryOrderResult> {
    const order = await this.orders.findById(request.orderId);
    if (!order) return refused('ORDER_NOT_FOUND', 'There is no order with this id.');
    if (order.method !== 'CARD_H2H') {
      return refused('ORDER_NOT_BY_CARD', 'The order was not created with the method CARD_H2H.');
    }
    const retries = await this.orders.findRetriesOf(order.id);
    const living = retries.find((retry) => !neverReachedProvider(retry));
    if (living) return { order: living, refusals: await this.attempts.findRefusals(living), isRepeat: true };
    const refusal = await this.findObstacle(order);
    if (refusal) return refusal;
    const retry = {
      // Concurrent requests count the same number of retries, so the second one's key leads to the order created by the
      // first.
      idempotencyKey: `retry:${order.id}:${retries.length}`,
      accountId: order.accountId,
      externalId: request.externalId,
      method: order.method,
      amount: order.amount,
      currency: order.currency,
      purpose: order.purpose,
      successUrl: order.successUrl,
      failUrl: order.failUrl,
      customer: request.customer,
      customerId: null,
      card: null,
      retryOf: order.id,
    };
    return this.creation.create(retry, unsound);
  }

  private async findObstacle(order: OrderEntity): Promise<RetryOrderResult | null> {
    const session = await this.sessions.findById(order.id);
    if (!isFinalOrderStatus(order.status) && isBound(order)) {
      const result = await this.polls.readBack(order, { cause: 'POLL', isUrgent: true });
      if (result.kind === 'unavailable') {
        const message = `The provider could not be asked whether the old order was paid (${result.reason}).`;
        return refused('PROVIDER_UNAVAILABLE', message);
      }
    }
    const current = await this.orders.findById(order.id);
    if (!current) throw new Error('An order vanished while it was being retried');
    if (current.status === 'PAID') return refused('ORDER_PAID', 'The order was paid.');
    if (isFinalOrderStatus(current.status) || current.status === 'ABANDONED' || hasFailed(session)) return null;
    return refused('ORDER_STILL_PAYABLE', 'The order could still be paid: its card has no end at the provider yet.');
  }
}

/**
 * Whether the provider itself ended the verification without success. If Purser ended the session, the verification may
 * still succeed at the provider.
 */
function hasFailed(session: H2hSessionEntity | null): boolean {
  if (!session || session.isEndedHere) return false;
  return isFinalH2hStatus(session.status) && session.status !== 'SUCCESS';
}

function neverReachedProvider({ status, providerOrderId }: OrderEntity): boolean {
  return providerOrderId === null && (status === 'ABANDONED' || status === 'DECLINED');
}

function refused(code: RetryOrderRefusalCode, message: string): RetryOrderResult {
  return { order: null, refusals: [{ code, field: ['orderId'], message }], isRepeat: false };
}
