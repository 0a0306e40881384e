import { randomUUID } from 'node:crypto';
import type { MoveCause } from '../book/book-record.schema.js';
import type { Book } from '../book/book.js';
import type { BookedOrder } from '../book/order.shelf.js';
import type { FaultShelf } from '../faults/fault.shelf.js';
import type { OpenWork } from '../http/open.work.js';
import type { Merchant } from '../merchants/merchant.directory.js';
import { DueTimers } from '../timing/due.timers.js';
import type { MerchantSettings } from '../webhooks/merchant.settings.js';
import { planOrderWebhook } from '../webhooks/order-webhook.plan.js';
import type { WebhookDispatcher } from '../webhooks/webhook.dispatcher.js';
import type { WebhookRecord } from '../webhooks/webhook.plan.js';
import { splitAmount } from './order-commission.decimal.js';
import type { OrderCreation } from './order-creation.schema.js';
import { isFinal, mayMove, type OrderStatus } from './order-status.states.js';
import { movedOrder, type Order, toWireOrder } from './order.schema.js';

/** How a move went. `webhookCalled` resolves when the order's webhook, if any, has been sent once. */
export type MoveOutcome =
  | { readonly kind: 'moved'; readonly order: Order; readonly webhookCalled: Promise<void> }
  | { readonly kind: 'unknownOrder' }
  | { readonly kind: 'refused'; readonly from: OrderStatus };

/** Creates orders and moves them through their statuses, booking each step and its webhook in one commit. */
export class OrderRegister {
  private readonly expiry = new DueTimers();

  constructor(
    private readonly parts: {
      readonly book: Book;
      readonly faults: FaultShelf;
      readonly dispatcher: WebhookDispatcher;
      readonly settings: MerchantSettings;
      readonly work: OpenWork;
      readonly baseUrl: string;
      readonly orderLifetimeMs: number;
    },
  ) {}

  /** The order a merchant asks for, not created yet. */
  draft({ merchant, creation }: { merchant: Merchant; creation: OrderCreation }): Order {
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
    };
  }

  /** Makes a draft an order. Resolves when it is on the disk. */
  async create(order: Order): Promise<void> {
    this.armExpiry(order);
    await this.parts.book.write({ type: 'order.created', at: order.createdAt, order });
  }

  find(orderId: string): BookedOrder | null {
    return this.parts.book.orders.find(orderId);
  }

  list(): readonly BookedOrder[] {
    return this.parts.book.orders.list();
  }

  /** Moves an order when its status allows. A final status queues the order webhook. Resolves when both are booked. */
  async move({ orderId, to, cause }: { orderId: string; to: OrderStatus; cause: MoveCause }): Promise<MoveOutcome> {
    const order = this.find(orderId)?.order;
    if (order === undefined) return { kind: 'unknownOrder' };
    if (!mayMove({ from: order.status, to })) return { kind: 'refused', from: order.status };

    const now = new Date();
    const at = now.toISOString();
    const moved = movedOrder({ order, to, at });
    const webhooks = isFinal(to) ? this.planWebhook({ order: moved, now }) : [];
    const written = this.parts.book.write({ type: 'order.moved', at, orderId, to, cause }, ...webhooks);
    if (isFinal(to)) this.expiry.disarm(orderId);
    await written;
    return { kind: 'moved', order: moved, webhookCalled: this.parts.dispatcher.dispatch(webhooks) };
  }

  /** Sets the timers of the orders that were open when the book was last closed. */
  resumeExpiry(): void {
    for (const { order } of this.list()) {
      if (!isFinal(order.status)) this.armExpiry(order);
    }
  }

  stopExpiry(): void {
    this.expiry.disarmAll();
  }

  private planWebhook({ order, now }: { order: Order; now: Date }): WebhookRecord[] {
    if (this.parts.settings.orderWebhookUrl === null) return [];
    const rule = this.parts.faults.take({ on: 'orderWebhook', target: order });
    return planOrderWebhook({ order: toWireOrder({ order, baseUrl: this.parts.baseUrl }), rule, now });
  }

  private armExpiry(order: Order): void {
    const expire = async (): Promise<void> => {
      await this.move({ orderId: order.id, to: 'EXPIRED', cause: 'expiry' });
    };
    this.expiry.arm({
      id: order.id,
      dueAt: order.expiresAt,
      onDue: () => {
        this.parts.work.add(expire());
      },
    });
  }
}
