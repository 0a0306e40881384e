import { Injectable } from '@nestjs/common';
import { eachDue } from '../common/concurrency/each-due.js';
import type { Transaction } from '../platform/database/transaction.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { StatusChangeCause } from '../platform/events/status-change.js';
import { Alarms } from '../platform/observability/alarms.js';
import { explainReason, type ReadOutcome } from '../provider/port/call-outcome.js';
import type { ProviderOrder } from '../provider/port/orders.port.js';
import { statusWithoutAnswer } from './domain/order-status.js';
import { OrderAnswersService } from './order-answers.service.js';
import { OrderReader } from './order-reader.js';
import { OrderTransitions } from './order-transitions.js';
import type { OrderEntity } from './persistence/order.entity.js';
import { OrdersRepository } from './persistence/orders.repository.js';
import { RunEvery } from '../platform/scheduling/run-every.decorator.js';

// The steps of the poll schedule take many seconds, so a delay of one second does not matter.
const CHECK_EVERY_MS = 1_000;

export type BoundOrder = OrderEntity & { readonly providerOrderId: string };

export function isBound(order: OrderEntity): order is BoundOrder {
  return order.providerOrderId !== null;
}

export type CheckResult =
  | { readonly kind: 'applied' }
  | { readonly kind: 'mismatch'; readonly problem: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unavailable'; readonly reason: string };

type Unavailable = Extract<ReadOutcome<ProviderOrder>, { kind: 'unavailable' }>;
type ConclusiveRead = Exclude<ReadOutcome<ProviderOrder>, Unavailable>;

const LOST_SENDER: Readonly<Record<'ABANDONED' | 'UNCONFIRMED', string>> = {
  ABANDONED:
    'The process that sent this order ended before an answer was recorded. Make a new order, with another idempotency key.',
  UNCONFIRMED:
    'The process that sent this order with a card ended before an answer was recorded. The card may have been charged.',
};

// Number of reads that a batch makes in parallel. The request budget limits the actual rate.
const BATCH_SIZE = 20;

/** Reads orders back. Whatever triggered the read, only the provider's answer decides. */
@Injectable()
export class PollOrdersService {
  constructor(
    private readonly reader: OrderReader,
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: OrdersRepository,
    private readonly answers: OrderAnswersService,
    private readonly transitions: OrderTransitions,
    private readonly alarms: Alarms,
  ) {}

  async readBack(
    order: BoundOrder,
    { cause, isUrgent }: { readonly cause: StatusChangeCause; readonly isUrgent: boolean },
  ): Promise<CheckResult> {
    const read = await this.reader.read(order, isUrgent ? 'interactive' : 'background');
    // Nothing was learned, so nothing is written. An order that was due becomes due again when its lease expires.
    if (read.kind === 'unavailable') {
      if (read.detail !== undefined) await this.noteUnusable(order, read);
      return { kind: 'unavailable', reason: explainReason(read) };
    }
    return this.unitOfWork.run((tx) => this.record(tx, order.id, { read, cause }));
  }

  /** Polls one batch of due orders, and ends submissions that are past their deadline. */
  @RunEvery(CHECK_EVERY_MS, 'orders.poll')
  async pollDue(): Promise<{ readonly more: boolean }> {
    const due = await this.unitOfWork.run((tx) => this.orders.claimDue(tx, BATCH_SIZE));
    await eachDue(due, (order) => this.readBackOrExpire(order));
    return { more: due.length === BATCH_SIZE };
  }

  private async readBackOrExpire(order: OrderEntity): Promise<void> {
    if (isBound(order)) await this.readBack(order, { cause: 'POLL', isUrgent: false });
    else await this.unitOfWork.run((tx) => this.reviewUnbound(tx, order.id));
  }

  private async reviewUnbound(tx: Transaction, id: string): Promise<void> {
    const order = await this.orders.findForUpdate(tx, id);
    // The answer may have been recorded since the order was claimed.
    if (order === null || isBound(order)) return;
    if (order.status === 'SUBMITTING') {
      const to = statusWithoutAnswer(order.method);
      const problem = LOST_SENDER[to];
      await this.answers.endSubmission(tx, order, { to, cause: 'DEADLINE', evidence: {}, problem });
    } else if (order.status === 'UNCONFIRMED') {
      // An order without a provider id cannot be read. It waits for a webhook that names it, and the problem is shown
      // to operators.
      await this.transitions.note(tx, order, order.problem ?? LOST_SENDER.UNCONFIRMED);
    }
  }

  /**
   * Records why an answer was unusable. The next answers will be unusable, too, so a person has to look at the order.
   */
  private async noteUnusable({ id, problem }: BoundOrder, read: Unavailable): Promise<void> {
    const unusable = `The provider's answer could not be used (${explainReason(read)}).`;
    if (problem === unusable) return;
    await this.unitOfWork.run(async (tx) => {
      const order = await this.orders.findForUpdate(tx, id);
      if (order) await this.transitions.note(tx, order, unusable);
    });
  }

  private async record(
    tx: Transaction,
    id: string,
    { read, cause }: { read: ConclusiveRead; cause: StatusChangeCause },
  ): Promise<CheckResult> {
    const order = await this.orders.findForUpdate(tx, id);
    if (!order) throw new Error('An order vanished while it was being checked');
    switch (read.kind) {
      case 'found':
        return this.answers.apply(tx, order, { order: read.value, cause });
      case 'absent':
        await this.transitions.note(tx, order, 'The provider no longer knows this order.');
        this.alarms.raiseAfter(tx, 'order_absent', { orderId: id, accountId: order.accountId });
        return { kind: 'absent' };
    }
  }
}
