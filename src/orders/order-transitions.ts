import { Injectable } from '@nestjs/common';
import { takesCard } from '../desk/accounts/domain/order-method.js';
import type { NewAuditEntry } from '../desk/audit/audit-entry.js';
import { AuditLog } from '../desk/audit/audit-log.js';
import { CardLimitsService } from '../desk/card-limits/card-limits.service.js';
import { delayBeforeNextTry } from '../common/backoff.js';
import { classifyMove, MoveRefusedError } from '../common/state-machine.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Details, StatusChangeCause } from '../platform/events/status-change.js';
import { StatusLog } from '../platform/events/status-log.js';
import { LedgerService } from '../desk/ledger/ledger.service.js';
import { type AlarmCode, Alarms } from '../platform/observability/alarms.js';
import { ProviderProfile } from '../provider/profile/provider-profile.js';
import { incomeOf } from './domain/order-income.js';
import {
  FIRST_ORDER_STATUS,
  isFinalOrderStatus,
  isOpenOrderStatus,
  ORDER_STATES,
  type OrderStatus,
} from './domain/order-status.js';
import type { OrderEntity } from './persistence/order.entity.js';
import {
  type CheckPlan,
  type NewOrderRow,
  type OrderPatch,
  OrderStatesRepository,
} from './persistence/order-states.sql.js';

export interface OrderMove {
  readonly to: OrderStatus;
  readonly patch: OrderPatch;
  readonly cause: StatusChangeCause;
  readonly evidence: Details;
}

/**
 * Makes every move of an order. Checks the state table, and writes the status log, the card counts, the alarms and the
 * ledger in the same transaction. The balance is written last, because other transactions wait for its lock.
 */
@Injectable()
export class OrderTransitions {
  constructor(
    private readonly states: OrderStatesRepository,
    private readonly log: StatusLog,
    private readonly audit: AuditLog,
    private readonly cardLimits: CardLimitsService,
    private readonly ledger: LedgerService,
    private readonly alarms: Alarms,
    private readonly profile: ProviderProfile,
  ) {}

  /**
   * Records an order that is about to be sent.
   * @param start `admit` runs after the insert, which is undone if `admit` returns a refusal. Its first statement
   * throws if the order is not new.
   * @throws RowExistsError if the account already has an order with this idempotency key or external id
   */
  async begin<Refusal>(
    tx: Transaction,
    row: NewOrderRow,
    start: {
      readonly cause: StatusChangeCause;
      readonly evidence: Details;
      readonly audit: Omit<NewAuditEntry, 'subjectType' | 'subjectId'>;
      readonly admit: () => Promise<Refusal | null>;
    },
  ): Promise<'new' | Refusal> {
    await this.states.insert(tx, row);
    const refusal = await start.admit();
    if (refusal !== null) {
      await this.states.takeBack(tx, row.id);
      return refusal;
    }
    const { cause, evidence } = start;
    await this.append(tx, { id: row.id, from: null, to: FIRST_ORDER_STATUS, cause, evidence });
    await this.audit.record(tx, { ...start.audit, subjectType: 'ORDER', subjectId: row.id });
    return 'new';
  }

  /**
   * Moves a locked order, or writes facts about an order whose status stays. Call it last in the transaction.
   * @param order as read under its lock
   * @throws MoveRefusedError if the state table lacks the move, or the order has moved since
   */
  async move(tx: Transaction, order: OrderEntity, { to, patch, cause, evidence }: OrderMove): Promise<void> {
    const { id, status: from } = order;
    await this.write(tx, order, { to, patch });
    if (to !== from) {
      await this.append(tx, { id, from, to, cause, evidence });
      if (takesCard(order.method) && isFinalOrderStatus(to)) {
        await this.cardLimits.recordEnd(tx, id, to === 'PAID' ? 'paid' : 'declined');
      }
      for (const code of alarmsOf(from, to)) {
        this.alarms.raiseAfter(tx, code, { orderId: id, accountId: order.accountId });
      }
    }
    if (to === 'PAID') await this.postIncome(tx, order, patch);
  }

  /** Stores a problem for operators. The status stays. */
  async note(tx: Transaction, order: OrderEntity, problem: string): Promise<void> {
    await this.write(tx, order, { to: order.status, patch: { problem } });
  }

  private async write(
    tx: Transaction,
    order: OrderEntity,
    { to, patch }: Pick<OrderMove, 'to' | 'patch'>,
  ): Promise<void> {
    const { id, status: from } = order;
    if (classifyMove(ORDER_STATES, from, to) === 'refused') throw new MoveRefusedError(`Order ${id}`, from, to);
    await this.states.move(tx, id, { from, to, patch, plan: this.plan(order, to) });
  }

  private async append(
    tx: Transaction,
    { id, ...move }: { readonly id: string; readonly from: OrderStatus | null } & Omit<OrderMove, 'patch'>,
  ): Promise<void> {
    await this.log.append(tx, { subjectType: 'ORDER', subjectId: id, ...move });
  }

  /** Plans the next poll: the schedule starts again when the order moves, and otherwise the polls become rarer. */
  private plan(order: OrderEntity, to: OrderStatus): CheckPlan {
    const checksMade = to === order.status ? order.checksMade + 1 : 0;
    if (!isOpenOrderStatus(to)) return { checksMade, nextCheckSeconds: null };
    return { checksMade, nextCheckSeconds: delayBeforeNextTry(this.profile.orderCheckDelaysSeconds, checksMade) };
  }

  /**
   * Posts the income from a paid order in the provider's currency. Whether the income belongs to the balance depends on
   * when the order was paid, not on when an answer said so or corrected the amount or currency.
   */
  private async postIncome(tx: Transaction, order: OrderEntity, patch: OrderPatch): Promise<void> {
    const { id: orderId, accountId, amount } = order;
    const { currency = order.currency, commission = order.commission, received = order.received } = patch;
    const income = incomeOf({ amount, commission, received });
    const isKnown = order.status === 'PAID' && order.currency === currency && incomeOf(order) === income;
    if (currency === null || isKnown) return;
    // If the provider gives no time, uses the time when Purser learned of the payment, which is a little later.
    const since =
      patch.paidAt ??
      order.paidAt ??
      (await this.log.findArrival(tx, { subjectType: 'ORDER', subjectId: orderId, status: 'PAID' }));
    await this.ledger.receive(tx, { accountId, currency, orderId, received: income, paidAt: since });
  }
}

function alarmsOf(from: OrderStatus, to: OrderStatus): AlarmCode[] {
  const codes: AlarmCode[] = [];
  if (classifyMove(ORDER_STATES, from, to) === 'correction') codes.push('order_paid_late');
  if (from === 'ABANDONED') codes.push('order_stray_found');
  if (to === 'UNRECOGNIZED') codes.push('order_status_unrecognized');
  if (to === 'UNCONFIRMED') codes.push('order_unconfirmed');
  return codes;
}
