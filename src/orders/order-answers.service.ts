import { Injectable } from '@nestjs/common';
import { takesCard } from '../accounts/domain/order-method.js';
import { CardLimitsService } from '../card-limits/card-limits.service.js';
import { delayBeforeNextTry } from '../common/backoff.js';
import { compareDecimals } from '../common/decimal.js';
import { classifyMove, type Move } from '../common/state-machine.js';
import type { Transaction } from '../database/transaction.js';
import type { Evidence, StatusChangeCause } from '../events/status-change.js';
import { StatusLog } from '../events/status-log.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { type AlarmCode, Alarms } from '../observability/alarms.js';
import type { ProviderOrder } from '../provider/port/orders.provider.js';
import { ProviderProfile } from '../provider/profile/provider.profile.js';
import { incomeOf } from './domain/order-income.js';
import { isFinalOrderStatus, isOpenOrderStatus, ORDER_STATES, type OrderStatus } from './domain/order-status.js';
import type { OrderEntity } from './persistence/order.entity.js';
import { type OrderChanges, OrdersRepository } from './persistence/orders.repository.js';

export interface Answer {
  readonly order: ProviderOrder;
  readonly cause: StatusChangeCause;
}

export type AnswerResult =
  | { readonly kind: 'applied' }
  /** The answer describes another order than ours; nothing of it was believed. */
  | { readonly kind: 'mismatch'; readonly problem: string };

/** Writes into our orders what the provider said about them. */
@Injectable()
export class OrderAnswersService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly log: StatusLog,
    private readonly ledger: LedgerService,
    private readonly cardLimits: CardLimitsService,
    private readonly alarms: Alarms,
    private readonly profile: ProviderProfile,
  ) {}

  /**
   * Applies an answer to an order locked by `tx`. Safe in any order and any number of times: an answer that is older
   * than what is known moves nothing back, and one that does not match what was ordered is refused with an alarm.
   */
  async apply(tx: Transaction, order: OrderEntity, answer: Answer): Promise<AnswerResult> {
    const problem = findMismatch(order, answer.order) ?? (await this.findOtherOwner(tx, order, answer.order));
    if (problem !== null) {
      await this.noteProblem(tx, order, problem);
      this.alarmAfterCommit(tx, 'order_mismatch', order);
      return { kind: 'mismatch', problem };
    }
    const move = classifyMove(ORDER_STATES, order.status, answer.order.status);
    // An answer from before the order moved on says nothing new; only its time is recorded, as the next check.
    const status = move === 'refused' ? order.status : answer.order.status;
    const merged = this.merge(order, answer.order, move);
    await this.orders.update(tx, order.id, { ...merged, ...this.plan(order, status) });
    if (status !== order.status) {
      await this.recordMove(tx, order, { to: status, cause: answer.cause, evidence: evidenceOf(answer.order) });
    }
    this.raiseAlarms(tx, order, { move, status });
    if (status === 'PAID') await this.postIncome(tx, order, merged);
    return { kind: 'applied' };
  }

  /** Ends a submission of which nothing usable came back. Does nothing once the order has moved on. */
  async endSubmission(
    tx: Transaction,
    order: OrderEntity,
    end: {
      readonly status: Extract<OrderStatus, 'ABANDONED' | 'DECLINED' | 'UNCONFIRMED'>;
      readonly cause: StatusChangeCause;
      readonly evidence: Evidence;
      readonly problem: string;
    },
  ): Promise<void> {
    if (order.status !== 'SUBMITTING') return;
    await this.orders.update(tx, order.id, {
      ...unchanged(order),
      problem: end.problem,
      ...this.plan(order, end.status),
    });
    await this.recordMove(tx, order, { to: end.status, cause: end.cause, evidence: end.evidence });
    if (end.status === 'UNCONFIRMED') this.alarmAfterCommit(tx, 'order_unconfirmed', order);
  }

  /** Notes something an operator should know and keeps the order on its schedule. */
  async noteProblem(tx: Transaction, order: OrderEntity, problem: string): Promise<void> {
    await this.orders.update(tx, order.id, { ...unchanged(order), problem, ...this.plan(order, order.status) });
  }

  /** Why the answer's id cannot be bound to this order, or null when it can: an id belongs to one order. */
  private async findOtherOwner(tx: Transaction, order: OrderEntity, answer: ProviderOrder): Promise<string | null> {
    if (order.providerOrderId !== null) return null;
    const isTaken = await this.orders.isProviderIdTaken(tx, answer.providerOrderId);
    return isTaken ? 'The payment service answered with the id of another order.' : null;
  }

  /**
   * The money of a paid order, in the currency of the payment service. Whether it is in the book is decided by when the
   * payer paid, and not by when an answer told of it, of its amount or of its currency.
   */
  private async postIncome(
    tx: Transaction,
    order: OrderEntity,
    { currency, commission, received, paidAt }: Pick<OrderChanges, 'currency' | 'commission' | 'received' | 'paidAt'>,
  ): Promise<void> {
    const { id: orderId, accountId, amount } = order;
    const income = incomeOf({ amount, commission, received });
    const isKnown = order.status === 'PAID' && order.currency === currency && incomeOf(order) === income;
    if (currency === null || isKnown) return;
    // Without a time of the payment service's: when Purser learned of the payment, which is a little later.
    const since =
      paidAt ?? (await this.log.findArrival(tx, { subjectType: 'ORDER', subjectId: orderId, status: 'PAID' }));
    await this.ledger.receive(tx, { accountId, currency, orderId, received: income, paidAt: since });
  }

  private async recordMove(
    tx: Transaction,
    order: OrderEntity,
    move: { readonly to: OrderStatus; readonly cause: StatusChangeCause; readonly evidence: Evidence },
  ): Promise<void> {
    await this.log.append(tx, { subjectType: 'ORDER', subjectId: order.id, from: order.status, ...move });
    if (!takesCard(order.method) || !isFinalOrderStatus(move.to)) return;
    await this.cardLimits.settle(tx, order.id, move.to === 'PAID' ? 'paid' : 'declined');
  }

  /** What is known after the answer: it adds and refreshes, and never erases. */
  private merge(
    order: OrderEntity,
    answer: ProviderOrder,
    move: Move,
  ): Omit<OrderChanges, 'status' | 'checksMade' | 'nextCheckSeconds'> {
    const isStale = move === 'refused';
    return {
      providerOrderId: answer.providerOrderId,
      providerStatus: isStale ? order.providerStatus : answer.providerStatus,
      paymentLink: answer.paymentLink ?? order.paymentLink,
      commission: answer.commission ?? order.commission,
      received: answer.received ?? order.received,
      currency: order.currency ?? answer.currency,
      paidAt: answer.paidAt ?? order.paidAt,
      problem:
        answer.status === 'UNRECOGNIZED' && !isStale
          ? `The payment service answers the status "${answer.providerStatus}", which the provider profile does not list.`
          : null,
    };
  }

  /** The status and when to look again: the schedule starts over when the order moves, and otherwise decays. */
  private plan(
    order: OrderEntity,
    status: OrderStatus,
  ): Pick<OrderChanges, 'status' | 'checksMade' | 'nextCheckSeconds'> {
    const checksMade = status === order.status ? order.checksMade + 1 : 0;
    if (!isOpenOrderStatus(status)) return { status, checksMade, nextCheckSeconds: null };
    return {
      status,
      checksMade,
      nextCheckSeconds: delayBeforeNextTry(this.profile.orderCheckDelaysSeconds, checksMade),
    };
  }

  private raiseAlarms(
    tx: Transaction,
    order: OrderEntity,
    { move, status }: { move: Move; status: OrderStatus },
  ): void {
    if (move === 'correction') this.alarmAfterCommit(tx, 'order_paid_late', order);
    if (order.status === 'ABANDONED') this.alarmAfterCommit(tx, 'order_stray_found', order);
    if (status === 'UNRECOGNIZED' && move !== 'none') this.alarmAfterCommit(tx, 'order_status_unrecognized', order);
  }

  private alarmAfterCommit(tx: Transaction, code: AlarmCode, order: OrderEntity): void {
    tx.afterCommit(() => {
      this.alarms.raise(code, { orderId: order.id, accountId: order.accountId });
    });
  }
}

/** What the order has already, to be written back. */
function unchanged(order: OrderEntity): Omit<OrderChanges, 'status' | 'problem' | 'checksMade' | 'nextCheckSeconds'> {
  const { providerOrderId, providerStatus, paymentLink, commission, received, currency, paidAt } = order;
  return { providerOrderId, providerStatus, paymentLink, commission, received, currency, paidAt };
}

function evidenceOf(answer: ProviderOrder): Evidence {
  return { providerOrderId: answer.providerOrderId, providerStatus: answer.providerStatus };
}

/** Why an answer cannot be about this order, or null when it can. What the provider left out contradicts nothing. */
function findMismatch(order: OrderEntity, answer: ProviderOrder): string | null {
  if (order.providerOrderId !== null && order.providerOrderId !== answer.providerOrderId) {
    return `The payment service has a second order for this external id, ${answer.providerOrderId}.`;
  }
  if (answer.amount !== null && compareDecimals(answer.amount, order.amount) !== 0) {
    return `The payment service has the amount ${answer.amount} for this order of ${order.amount}.`;
  }
  if (answer.currency !== null && order.currency !== null && answer.currency !== order.currency) {
    return `The payment service has the currency ${answer.currency} for this order in ${order.currency}.`;
  }
  if (answer.externalId !== null && answer.externalId !== order.externalId) {
    return 'The payment service has another external id for this order.';
  }
  return null;
}
