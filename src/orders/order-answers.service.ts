import { Injectable } from '@nestjs/common';
import { takesCard } from '../desk/accounts/domain/order-method.js';
import { compareDecimals } from '../common/decimal.js';
import { classifyMove } from '../common/state-machine.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Details, StatusChangeCause } from '../platform/events/status-change.js';
import { Alarms } from '../platform/observability/alarms.js';
import { explainUnreadable } from '../provider/port/call-outcome.js';
import { ProviderDetailsService } from '../desk/provider-details/provider-details.service.js';
import type { ProviderOrder } from '../provider/port/orders.port.js';
import { ORDER_STATES, type OrderStatus } from './domain/order-status.js';
import { type OrderMove, OrderTransitions } from './order-transitions.js';
import type { OrderEntity } from './persistence/order.entity.js';
import type { OrderPatch } from './persistence/order-states.sql.js';
import { OrdersRepository } from './persistence/orders.repository.js';

export interface Answer {
  readonly order: ProviderOrder;
  readonly cause: StatusChangeCause;
}

export type AnswerResult =
  | { readonly kind: 'applied' }
  /** The answer describes an order other than ours, and was ignored. */
  | { readonly kind: 'mismatch'; readonly problem: string };

type SubmissionEnd = Extract<OrderStatus, 'ABANDONED' | 'DECLINED' | 'UNCONFIRMED'>;

@Injectable()
export class OrderAnswersService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly transitions: OrderTransitions,
    private readonly alarms: Alarms,
    private readonly details: ProviderDetailsService,
  ) {}

  /**
   * Applies an answer to an order that `tx` has locked. Answers may be applied in any order and repeatedly: an outdated
   * one moves nothing back, and one that does not match the order is rejected with an alarm.
   */
  async apply(tx: Transaction, order: OrderEntity, answer: Answer): Promise<AnswerResult> {
    const problem = findMismatch(order, answer.order) ?? (await this.findOtherOwner(tx, order, answer.order));
    if (problem !== null) {
      await this.transitions.note(tx, order, problem);
      this.alarms.raiseAfter(tx, 'order_mismatch', { orderId: order.id, accountId: order.accountId });
      return { kind: 'mismatch', problem };
    }
    await this.details.keep(tx, { type: 'ORDER', id: order.id }, answer.order.details);
    // The status of an outdated answer is ignored, and the order stays where it is.
    const isStale = classifyMove(ORDER_STATES, order.status, answer.order.status) === 'refused';
    await this.transitions.move(tx, order, {
      to: isStale ? order.status : answer.order.status,
      patch: merge(order, answer.order, { isStale }),
      cause: answer.cause,
      evidence: evidenceOf(answer.order),
    });
    return { kind: 'applied' };
  }

  /** Ends a submission that got no order from the provider. Does nothing if the order has already left SUBMITTING. */
  async endSubmission(
    tx: Transaction,
    order: OrderEntity,
    { problem, ...move }: { readonly to: SubmissionEnd; readonly problem: string } & Omit<OrderMove, 'to' | 'patch'>,
  ): Promise<void> {
    if (order.status === 'SUBMITTING') await this.transitions.move(tx, order, { ...move, patch: { problem } });
  }

  /**
   * Returns why the id in the answer cannot be bound to this order; null if it can. An id belongs to one order only.
   */
  private async findOtherOwner(tx: Transaction, order: OrderEntity, answer: ProviderOrder): Promise<string | null> {
    if (order.providerOrderId !== null) return null;
    const isTaken = await this.orders.isProviderIdTaken(tx, answer.providerOrderId);
    return isTaken ? 'The provider answered with the id of another order.' : null;
  }
}

/** Merges the facts from the answer: adds and updates, but never erases. */
function merge(order: OrderEntity, answer: ProviderOrder, { isStale }: { readonly isStale: boolean }): OrderPatch {
  return {
    providerOrderId: answer.providerOrderId,
    providerStatus: isStale ? order.providerStatus : answer.providerStatus,
    paymentLink: answer.paymentLink ?? order.paymentLink,
    commission: answer.commission ?? order.commission,
    received: answer.received ?? order.received,
    currency: order.currency ?? answer.currency,
    paidAt: answer.paidAt ?? order.paidAt,
    problem: (isStale ? null : problemOf(order, answer)) ?? explainUnreadable(answer.unreadable),
  };
}

function problemOf({ method, status }: OrderEntity, answer: ProviderOrder): string | null {
  if (answer.status === 'UNRECOGNIZED') {
    return `The provider answers the status "${answer.providerStatus}", which the provider profile does not list.`;
  }
  // Before the payer starts, only a terminal can decline an order. If there is a card, it is the card that was
  // declined.
  const isByTerminal = answer.status === 'DECLINED' && !takesCard(method) && status !== 'PENDING';
  return isByTerminal ? DECLINED_BY_TERMINAL : null;
}

function evidenceOf(answer: ProviderOrder): Details {
  return { providerOrderId: answer.providerOrderId, providerStatus: answer.providerStatus };
}

const DECLINED_BY_TERMINAL =
  'The provider declined the order and gave no reason. Unless the payer had begun to pay: the terminal takes another word in ' +
  'extraParams, or a field of the customer that it requires was missing. Compare the terminal profile of the account.';

/** Returns why an answer cannot be about this order; null if it can. A field that is absent contradicts nothing. */
function findMismatch(order: OrderEntity, answer: ProviderOrder): string | null {
  if (order.providerOrderId !== null && order.providerOrderId !== answer.providerOrderId) {
    return `The provider has a second order for this external id, ${answer.providerOrderId}.`;
  }
  if (answer.amount !== null && compareDecimals(answer.amount, order.amount) !== 0) {
    return `The provider has the amount ${answer.amount} for this order of ${order.amount}.`;
  }
  if (answer.currency !== null && order.currency !== null && answer.currency !== order.currency) {
    return `The provider has the currency ${answer.currency} for this order in ${order.currency}.`;
  }
  if (answer.externalId !== null && answer.externalId !== order.externalId) {
    return 'The provider has another external id for this order.';
  }
  return null;
}
