import { Injectable, type OnModuleInit } from '@nestjs/common';
import { findCompactIds, findExternalIds, findIdsInBody } from '../common/text/json-id.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { ProviderOrder } from '../provider/port/orders.port.js';
import { ProviderProfile } from '../provider/profile/provider-profile.js';
import {
  notReadBack,
  type ReceivedWebhook,
  type WebhookHandler,
  type WebhookOutcome,
  type WebhookSubjects,
} from '../webhooks/webhook-handler.js';
import { allProcessed, firstProcessed, MAX_NAMED_IDS, MAX_READS } from '../webhooks/several-outcomes.js';
import { WebhookHandlers } from '../webhooks/webhook-handlers.js';
import { type BoundOrder, PollOrdersService, isBound } from './poll-orders.service.js';
import { OrderAnswersService } from './order-answers.service.js';
import { OrderReader } from './order-reader.js';
import { OrderUpdates } from './order-updates.js';
import type { OrderEntity } from './persistence/order.entity.js';
import { OrdersRepository } from './persistence/orders.repository.js';

const NOT_KNOWN = 'The provider knows no such order.';

const NOTHING_NAMED: WebhookOutcome = {
  kind: 'ignored',
  providerObjectId: null,
  note: 'The body names no order: it holds no id of one, and no externalId of an order here.',
};

/** Reads orders back when webhooks arrive. Purser applies only the provider's answer, never what the webhook says. */
@Injectable()
export class OrdersWebhookHandler implements WebhookHandler, OnModuleInit {
  readonly source = 'ORDERS';

  readonly subjects: WebhookSubjects = {
    table: 'orders',
    providerIdColumn: 'provider_order_id',
    destinationColumn: 'method',
    subjectType: 'ORDER',
    endStatuses: ['PAID', 'DECLINED', 'CANCELED', 'EXPIRED'],
    timedEnd: { status: 'PAID', column: 'paid_at' },
  };

  constructor(
    private readonly handlers: WebhookHandlers,
    private readonly profile: ProviderProfile,
    private readonly reader: OrderReader,
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: OrdersRepository,
    private readonly answers: OrderAnswersService,
    private readonly polls: PollOrdersService,
    private readonly updates: OrderUpdates,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  namedIds(body: Buffer): readonly string[] {
    return [...this.plainIds(body), ...findCompactIds(body, MAX_NAMED_IDS)];
  }

  async handle({ body, tries }: ReceivedWebhook): Promise<WebhookOutcome> {
    const ids = this.plainIds(body);
    const known = await this.orders.findByProviderIds(this.namedIds(body));
    const read = await this.readAll(known);
    if (read) return read;
    const named = await this.orders.findByExternalIds([...findExternalIds(body, MAX_READS), ...ids]);
    const own = new Set(named.map(({ externalId }) => externalId));
    const strays = ids.filter((id) => !own.has(id)).slice(0, MAX_READS - Math.min(named.length, 1));
    const stray = await firstProcessed(strays, (id) => this.searchStray(id, tries), NOT_KNOWN);
    if (stray?.kind === 'processed') return stray;
    const readByName = await this.readAll(named.slice(0, MAX_READS - strays.length));
    return readByName ?? stray ?? unbound(named) ?? NOTHING_NAMED;
  }

  private plainIds(body: Buffer): readonly string[] {
    return findIdsInBody(body, this.profile.orderWebhookIdPaths, MAX_NAMED_IDS);
  }

  /** Reads back the named orders that have a known provider id; null if none has. */
  private readAll(orders: readonly OrderEntity[]): Promise<WebhookOutcome | null> {
    return allProcessed(orders.filter(isBound).slice(0, MAX_READS), (order) => this.readBack(order));
  }

  private async readBack(order: BoundOrder): Promise<WebhookOutcome> {
    const { providerOrderId: providerObjectId } = order;
    const result = await this.polls.readBack(order, { cause: 'WEBHOOK', isUrgent: false });
    switch (result.kind) {
      case 'applied':
        await this.updates.tell(order.id);
        return { kind: 'processed', providerObjectId, subjectId: order.id };
      case 'mismatch':
        return { kind: 'ignored', providerObjectId, note: result.problem };
      case 'absent':
        return { kind: 'ignored', providerObjectId, note: 'The provider no longer knows this order.' };
      case 'unavailable':
        return notReadBack('order', providerObjectId, result.reason);
    }
  }

  /**
   * Finds an order at the provider whose id Purser does not know: the webhook may have arrived before the answer to the
   * creation, or that answer was lost.
   */
  private async searchStray(providerObjectId: string, tries: number): Promise<WebhookOutcome> {
    const found = await this.reader.search(providerObjectId, tries);
    switch (found.kind) {
      case 'found':
        return this.bindStray(found.accountId, found.value);
      case 'unavailable':
        return notReadBack('order', providerObjectId, found.reason);
      case 'absent':
        return { kind: 'ignored', providerObjectId, note: NOT_KNOWN };
    }
  }

  private async bindStray(accountId: string, stray: ProviderOrder): Promise<WebhookOutcome> {
    const { providerOrderId: providerObjectId, externalId } = stray;
    if (externalId === null) {
      // Only the answer to the order's creation can tell, and it may still be recorded.
      return { kind: 'try_again', providerObjectId, note: 'The provider does not say which order this is.' };
    }
    const known = await this.orders.findByExternalId(accountId, externalId);
    if (!known) return { kind: 'ignored', providerObjectId, note: 'Purser made no order with this external id.' };
    const binding = await this.examineBinding(known);
    if (binding.kind === 'unknown') return notReadBack('order', providerObjectId, binding.reason);
    const outcome = await this.unitOfWork.run<WebhookOutcome>(async (tx) => {
      const order = await this.orders.findForUpdate(tx, known.id);
      if (!order) throw new Error('An order vanished while it was being bound');
      const isMisbound = binding.kind === 'void' && order.providerOrderId === known.providerOrderId;
      if (isMisbound) order.providerOrderId = null;
      const result = await this.answers.apply(tx, order, { order: stray, cause: 'WEBHOOK' });
      return result.kind === 'applied'
        ? { kind: 'processed', providerObjectId, subjectId: order.id }
        : { kind: 'ignored', providerObjectId, note: result.problem };
    });
    if (outcome.kind === 'processed') await this.updates.tell(outcome.subjectId);
    return outcome;
  }

  /**
   * Whether an order's binding is still valid, although the provider shows another order with the same external id. If
   * the answer to the creation contained a wrong id, the order is bound to an id that the provider does not know.
   */
  private async examineBinding(order: OrderEntity): Promise<Binding> {
    if (!isBound(order)) return { kind: 'none' };
    const read = await this.reader.read(order, 'background');
    if (read.kind === 'unavailable') return { kind: 'unknown', reason: read.reason };
    return { kind: read.kind === 'absent' ? 'void' : 'stands' };
  }
}

type Binding = { readonly kind: 'none' | 'stands' | 'void' } | { readonly kind: 'unknown'; readonly reason: string };

/** Returns the outcome if the named order has no known provider id; null if no order was named. */
function unbound([order]: readonly OrderEntity[]): WebhookOutcome | null {
  if (!order) return null;
  const why = 'The body names an order by its externalId alone, and the id of the order at the provider is not known';
  return order.status === 'SUBMITTING'
    ? { kind: 'try_again', providerObjectId: null, note: `${why} yet.` }
    : { kind: 'ignored', providerObjectId: null, note: `${why}.` };
}
