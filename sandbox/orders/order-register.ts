import { randomUUID } from 'node:crypto';
import type { BookRecord, MoveCause, RecordOf } from '../book/book-record.schema.js';
import type { Book } from '../book/book.js';
import type { BookedOrder } from '../book/order-shelf.js';
import type { FaultShelf } from '../faults/fault-shelf.js';
import type { OpenWork } from '../http/open-work.js';
import type { Merchant } from '../merchants/merchant-directory.js';
import type { PayInValidation } from '../terminals/pay-in-method.js';
import { DueTimers } from '../timing/due-timers.js';
import type { MerchantSettings } from '../webhooks/merchant-settings.js';
import { planOrderWebhook } from '../webhooks/order-webhook-plan.js';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher.js';
import type { WebhookRecord } from '../webhooks/webhook-plan.js';
import { splitAmount } from './order-commission-decimal.js';
import type { OrderCreation } from './order-creation.schema.js';
import { isFinal, mayMove, type OrderStatus } from './order-status.states.js';
import type { OrderPace } from './order-pace.js';
import { movedOrder, type Order, toWireOrder } from './order.schema.js';

/** Result of a move. `webhookCalled` resolves after the first call of the order's webhook, if there is one. */
export type MoveOutcome =
  | { readonly kind: 'moved'; readonly order: Order; readonly webhookCalled: Promise<void> }
  | { readonly kind: 'unknownOrder' }
  | { readonly kind: 'refused'; readonly from: OrderStatus };

/** A status that the provider sets on its own after a delay, and the cause. */
export interface Outcome {
  readonly to: OrderStatus;
  readonly cause: MoveCause;
}

/** Creates orders and moves them. Books each step and its webhook in one commit. */
export class OrderRegister {
  private readonly expiry = new DueTimers();
  private readonly outcomes = new DueTimers();

  constructor(
    private readonly parts: {
      readonly book: Book;
      readonly faults: FaultShelf;
      readonly dispatcher: WebhookDispatcher;
      readonly settings: MerchantSettings;
      readonly pace: OrderPace;
      readonly work: OpenWork;
      readonly baseUrl: string;
      readonly orderLifetimeMs: number;
    },
  ) {}

  /** Builds the requested order without creating it. */
  draft({
    merchant,
    creation,
    validation,
  }: {
    merchant: Merchant;
    creation: OrderCreation;
    validation: PayInValidation;
  }): Order {
    const now = Date.now();
    const createdAt = new Date(now).toISOString();
    return {
      id: randomUUID(),
      status: 'CREATED',
      purpose: creation.purpose,
      amount: creation.amount,
      ...splitAmount(creation.amount),
      currency: creation.currency,
      ...merchant,
      externalId: creation.externalId,
      successUrl: creation.successUrl ?? null,
      failUrl: creation.failUrl ?? null,
      payedAt: null,
      updatedAt: createdAt,
      createdAt,
      expiresAt: new Date(now + this.parts.orderLifetimeMs).toISOString(),
      extraParams: creation.extraParams ?? null,
      customer: creation.customer ?? null,
      ...validation,
    };
  }

  /** Creates an order from a draft, with its card and its planned outcome. Resolves once it is on disk. */
  async create({
    order,
    card,
    outcome,
  }: {
    order: Order;
    card: RecordOf<'card.received'> | null;
    outcome: Outcome | null;
  }): Promise<void> {
    this.armExpiry(order);
    const records = [{ type: 'order.created' as const, at: order.createdAt, order }, ...(card === null ? [] : [card])];
    await (outcome === null
      ? this.parts.book.write(...records)
      : this.planOutcome({ orderId: order.id, outcome, records }));
  }

  /** Books these records and the order's planned outcome in one commit. */
  async planOutcome({
    orderId,
    outcome,
    records = [],
  }: {
    orderId: string;
    outcome: Outcome;
    records?: readonly BookRecord[];
  }): Promise<void> {
    const now = Date.now();
    const { orderOutcomeDelayMs: delayMs } = this.parts.pace;
    const at = new Date(now).toISOString();
    const dueAt = delayMs === null ? null : new Date(now + delayMs).toISOString();
    const written = this.parts.book.write(...records, { type: 'order.outcomePlanned', at, orderId, ...outcome, dueAt });
    this.armOutcome(orderId);
    await written;
  }

  find(orderId: string): BookedOrder | null {
    return this.parts.book.orders.find(orderId);
  }

  list(): readonly BookedOrder[] {
    return this.parts.book.orders.list();
  }

  /** Moves an order if its status allows it. A final status queues the webhook. Resolves once both are booked. */
  async move({ orderId, to, cause }: { orderId: string; to: OrderStatus; cause: MoveCause }): Promise<MoveOutcome> {
    const order = this.find(orderId)?.order;
    if (order === undefined) return { kind: 'unknownOrder' };
    if (!mayMove({ from: order.status, to })) return { kind: 'refused', from: order.status };

    const now = new Date();
    const at = now.toISOString();
    const moved = movedOrder({ order, to, at });
    const webhooks = isFinal(to) ? this.planWebhook({ order: moved, now }) : [];
    const written = this.parts.book.write({ type: 'order.moved', at, orderId, to, cause }, ...webhooks);
    if (isFinal(to)) {
      this.expiry.disarm(orderId);
      this.outcomes.disarm(orderId);
    }
    await written;
    return { kind: 'moved', order: moved, webhookCalled: this.parts.dispatcher.dispatch(webhooks) };
  }

  /**
   * Ends an order immediately, with its planned outcome or as PAID. Resolves after the first call of its webhook, if
   * there is one. Used by the fault `webhookBeforeAnswer`.
   */
  async finishByFault(orderId: string): Promise<void> {
    const to = this.find(orderId)?.outcome?.to ?? 'PAID';
    const outcome = await this.move({ orderId, to, cause: 'fault' });
    if (outcome.kind === 'moved') await outcome.webhookCalled;
  }

  /** Restarts the timers of orders that were open when the book was closed. */
  resumeTimers(): void {
    for (const { order } of this.list()) {
      if (isFinal(order.status)) continue;
      this.armExpiry(order);
      this.armOutcome(order.id);
    }
  }

  stopTimers(): void {
    this.expiry.disarmAll();
    this.outcomes.disarmAll();
  }

  private planWebhook({ order, now }: { order: Order; now: Date }): WebhookRecord[] {
    if (this.parts.settings.orderWebhookUrl === null) return [];
    const rule = this.parts.faults.take({ on: 'orderWebhook', target: order });
    return planOrderWebhook({ order: toWireOrder({ order, baseUrl: this.parts.baseUrl }), rule, now });
  }

  private armExpiry({ id, expiresAt }: Order): void {
    this.arm({ timers: this.expiry, orderId: id, dueAt: expiresAt, outcome: { to: 'EXPIRED', cause: 'expiry' } });
  }

  private armOutcome(orderId: string): void {
    const outcome = this.find(orderId)?.outcome ?? null;
    if (outcome === null || outcome.dueAt === null) return;
    this.arm({ timers: this.outcomes, orderId, dueAt: outcome.dueAt, outcome });
  }

  private arm({
    timers,
    orderId,
    dueAt,
    outcome: { to, cause },
  }: {
    timers: DueTimers;
    orderId: string;
    dueAt: string;
    outcome: Outcome;
  }): void {
    const move = async (): Promise<void> => {
      await this.move({ orderId, to, cause });
    };
    timers.arm({
      id: orderId,
      dueAt,
      onDue: () => {
        this.parts.work.add(move());
      },
    });
  }
}
