import { Injectable } from '@nestjs/common';
import { ApiKeysPageQuery } from '../../access/keys/persistence/api-keys-page.query.js';
import { statusOf } from '../../access/keys/domain/api-key-status.js';
import { parseUuid } from '../../common/ids.js';
import { DiscrepanciesPageQuery } from '../discrepancies/persistence/discrepancies-page.query.js';
import type { FindBy } from '../../platform/graphql/connection/best-rows.js';
import type { Caller } from '../../platform/graphql/request-context.js';
import { OrdersPageQuery } from '../../orders/persistence/orders-page.query.js';
import { PayoutsPageQuery } from '../../payouts/core/persistence/payouts-page.query.js';
import type { Scope } from '../../access/scopes/scopes.js';
import { WebhookEventsPageQuery } from '../../webhooks/persistence/webhook-events-page.query.js';
import { bestOf, FIND_KINDS, type FindHit, type FindKind, matchedOf } from './find-hit.js';

export interface Wanted {
  readonly text: string;
  readonly accountId: string | null;
  readonly first: number;
}

interface Look extends Wanted {
  readonly by: FindBy;
}

/** The scope that a caller needs to list objects of each kind. */
const SCOPE_OF: Readonly<Record<FindKind, Scope>> = {
  PAYOUT: 'payouts:read',
  ORDER: 'orders:read',
  DISCREPANCY: 'reconciliation:read',
  WEBHOOK_EVENT: 'webhooks:read',
  API_KEY: 'keys:confirm',
};

/** Searches all objects that a caller may read, using the same indexes as the lists. */
@Injectable()
export class FindService {
  constructor(
    private readonly payouts: PayoutsPageQuery,
    private readonly orders: OrdersPageQuery,
    private readonly discrepancies: DiscrepanciesPageQuery,
    private readonly webhooks: WebhookEventsPageQuery,
    private readonly keys: ApiKeysPageQuery,
  ) {}

  /**
   * Returns the best hits among the objects that the caller may read. If the text is exactly an id, returns only the
   * objects with that id: looking up an id is fast in a table of any size, while a search in notes and purposes becomes
   * slower as the table grows.
   */
  async find(wanted: Wanted, caller: Caller): Promise<readonly FindHit[]> {
    const named = await this.look({ ...wanted, by: 'name' }, caller);
    return named.length > 0 ? named : this.look({ ...wanted, by: 'part' }, caller);
  }

  private async look(wanted: Look, caller: Caller): Promise<readonly FindHit[]> {
    const kinds = FIND_KINDS.filter((kind) => caller.scopes.has(SCOPE_OF[kind]));
    const found = await Promise.all(kinds.map((kind) => this.findKind(kind, wanted, caller)));
    return bestOf(found.flat(), wanted.text, wanted.first);
  }

  private async findKind(kind: FindKind, wanted: Look, caller: Caller): Promise<readonly FindHit[]> {
    switch (kind) {
      case 'PAYOUT':
        return this.findPayouts(wanted);
      case 'ORDER':
        return this.findOrders(wanted);
      case 'DISCREPANCY':
        return this.findDiscrepancies(wanted);
      case 'WEBHOOK_EVENT':
        return this.findWebhooks(wanted);
      case 'API_KEY':
        // Keys belong to no account, so a caller bound to accounts cannot see them.
        return caller.accountIds.length === 0 ? this.findKeys(wanted) : [];
    }
  }

  private async findPayouts(wanted: Look): Promise<readonly FindHit[]> {
    const payouts = await this.payouts.find(wanted);
    return payouts.map(({ id, accountId, providerPayoutId, externalId, idempotencyKey, note, status }) => {
      const matched = matchedOf(wanted.text, [id, providerPayoutId, externalId, idempotencyKey], note);
      return { kind: 'PAYOUT', id, accountId, title: externalId ?? id, status, matched };
    });
  }

  private async findOrders(wanted: Look): Promise<readonly FindHit[]> {
    const orders = await this.orders.find(wanted);
    return orders.map((order) => {
      const { id, accountId, externalId = id, providerOrderId = null, purpose = null, status = '' } = order;
      const matched = matchedOf(wanted.text, [id, providerOrderId, externalId], purpose);
      return { kind: 'ORDER', id, accountId, title: externalId, status, matched };
    });
  }

  private async findDiscrepancies({ text, accountId, by, first }: Look): Promise<readonly FindHit[]> {
    const anyId = by === 'name' ? parseUuid(text) : null;
    if (anyId === null) return [];
    const { nodes } = await this.discrepancies.page({ accountId, anyId }, { first }, (discrepancy): FindHit => {
      const { id, kind, subject, closedAt } = discrepancy;
      const [status, matched] = [closedAt === null ? 'OPEN' : 'CLOSED', matchedOf(text, [id, subject])];
      return { kind: 'DISCREPANCY', id, accountId: discrepancy.accountId, title: kind, status, matched };
    });
    return nodes;
  }

  private async findWebhooks({ text, accountId, by, first }: Look): Promise<readonly FindHit[]> {
    const anyId = by === 'name' ? parseUuid(text) : null;
    if (anyId === null) return [];
    const { nodes } = await this.webhooks.page({ accountId, anyId }, { first }, (event): FindHit => {
      const { id, source, state, providerObjectId } = event;
      const matched = matchedOf(text, [id, providerObjectId]);
      return { kind: 'WEBHOOK_EVENT', id, accountId: event.accountId, title: source, status: state, matched };
    });
    return nodes;
  }

  private async findKeys({ text, by, first }: Look): Promise<readonly FindHit[]> {
    if (by === 'name') return [];
    const { nodes } = await this.keys.page({ search: text }, { first }, (key): FindHit => {
      const [status, matched] = [statusOf(key, new Date()), matchedOf(text, [key.id], key.name)];
      return { kind: 'API_KEY', id: key.id, accountId: null, title: key.name, status, matched };
    });
    return nodes;
  }
}
