import { Injectable } from '@nestjs/common';
import { ApiKeysPageQuery } from '../../access/keys/persistence/api-keys-page.query.js';
import { statusOf } from '../../access/keys/domain/api-key-status.js';
import { parseUuid } from '../../common/ids.js';
import { isContact, parseEmail, parsePhone } from '../../common/text/contact.js';
import { inCurrency } from '../../common/text/currency-amount.js';
import { maskIdentifier } from '../../common/text/identifier-mask.js';
import { DiscrepanciesPageQuery } from '../discrepancies/persistence/discrepancies-page.query.js';
import type { FindBy } from '../../platform/graphql/connection/best-rows.js';
import type { Caller, GraphqlContext } from '../../platform/graphql/request-context.js';
import { CustomerSearchService } from '../../orders/customers/customer-search.service.js';
import { type ListedOrder, OrdersPageQuery } from '../../orders/persistence/orders-page.query.js';
import { type ListedPayout, PayoutsPageQuery } from '../../payouts/core/persistence/payouts-page.query.js';
import { RecipientSearchService } from '../../payouts/recipients/recipient-search.service.js';
import type { Scope } from '../../access/scopes/scopes.js';
import { WebhookEventsPageQuery } from '../../webhooks/persistence/webhook-events-page.query.js';
import { parseAmountOfDay } from './amount-of-day.js';
import { bestOf, FIND_KINDS, type FindHit, type FindKind, matchedOf } from './find-hit.js';

export interface Wanted {
  readonly text: string;
  readonly accountId: string | null;
  readonly first: number;
  /** Whether the text may be a customer id or user id. E-mail addresses and phone numbers are recognised. */
  readonly isCustomer: boolean;
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

const NO_MONEY = { amount: null, currency: null, createdAt: null } as const;

/** Searches all objects that a caller may read, using the same indexes as the lists. */
@Injectable()
export class FindService {
  constructor(
    private readonly payouts: PayoutsPageQuery,
    private readonly orders: OrdersPageQuery,
    private readonly discrepancies: DiscrepanciesPageQuery,
    private readonly webhooks: WebhookEventsPageQuery,
    private readonly keys: ApiKeysPageQuery,
    private readonly customers: CustomerSearchService,
    private readonly recipients: RecipientSearchService,
  ) {}

  /**
   * Returns the best hits among the objects that the caller may read. If the text is exactly an id, or names a person or
   * an amount of a day, returns only those objects: looking up an id is fast in a table of any size, while a search in
   * notes and purposes becomes slower as the table grows.
   * @throws AccessRefusedError RATE_LIMITED for a text that may name a person
   */
  async find(wanted: Wanted, caller: Caller, context: GraphqlContext): Promise<readonly FindHit[]> {
    const people = await this.findPeople(wanted, caller, context);
    const amounts = await this.findAmounts(wanted, caller);
    const named = await this.look({ ...wanted, by: 'name' }, caller);
    const found = [...named, ...people, ...amounts];
    if (found.length === 0) return this.look({ ...wanted, by: 'part' }, caller);
    return [...new Map(found.map((hit) => [hit.id, hit])).values()].slice(0, wanted.first);
  }

  private async findAmounts(wanted: Wanted, caller: Caller): Promise<readonly FindHit[]> {
    const by = parseAmountOfDay(wanted.text);
    if (by === null) return [];
    const [payouts, orders] = await Promise.all([
      caller.scopes.has(SCOPE_OF.PAYOUT) ? this.payouts.find({ ...wanted, by }) : [],
      caller.scopes.has(SCOPE_OF.ORDER) ? this.orders.find({ ...wanted, by }) : [],
    ]);
    return [
      ...payouts.map((payout) => payoutHit(payout, wanted.text)),
      ...orders.map((order) => orderHit(order, wanted.text)),
    ];
  }

  /** Finds orders and payouts of a person. Counted and recorded before anything is compared. */
  private async findPeople(wanted: Wanted, caller: Caller, context: GraphqlContext): Promise<readonly FindHit[]> {
    const { text, isCustomer } = wanted;
    const [seesOrders, seesPayouts] = [caller.scopes.has(SCOPE_OF.ORDER), caller.scopes.has(SCOPE_OF.PAYOUT)];
    if (!(isCustomer || isContact(text)) || !(seesOrders || seesPayouts)) return [];
    const customerHashes = await this.customers.begin(text, context, ['text']);
    // Masked, because what a person searched for is on the screen.
    const matched = maskIdentifier(parseEmail(text) ?? parsePhone(text) ?? text);
    const [orders, ...payouts] = await Promise.all([
      seesOrders ? this.orders.find({ ...wanted, by: { customerHashes } }) : [],
      ...(seesPayouts ? this.recipients.hashesFor(text, caller) : []).map((by) => this.payouts.find({ ...wanted, by })),
    ]);
    return [
      ...payouts.flat().map((payout) => payoutHit(payout, matched)),
      ...orders.map((order) => orderHit(order, matched)),
    ];
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
    return payouts.map((payout) => {
      const { id, providerPayoutId, externalId, idempotencyKey, note } = payout;
      return payoutHit(payout, matchedOf(wanted.text, [externalId, idempotencyKey, id, providerPayoutId], note));
    });
  }

  private async findOrders(wanted: Look): Promise<readonly FindHit[]> {
    const orders = await this.orders.find(wanted);
    return orders.map((order) => {
      const { id, externalId = id, providerOrderId = null, purpose = null } = order;
      return orderHit(order, matchedOf(wanted.text, [externalId, id, providerOrderId], purpose));
    });
  }

  private async findDiscrepancies({ text, accountId, by, first }: Look): Promise<readonly FindHit[]> {
    const anyId = by === 'name' ? parseUuid(text) : null;
    if (anyId === null) return [];
    const { nodes } = await this.discrepancies.page({ accountId, anyId }, { first }, (discrepancy): FindHit => {
      const { id, kind, subject, closedAt } = discrepancy;
      const [status, matched] = [closedAt === null ? 'OPEN' : 'CLOSED', matchedOf(text, [id, subject])];
      return { kind: 'DISCREPANCY', id, accountId: discrepancy.accountId, title: kind, status, matched, ...NO_MONEY };
    });
    return nodes;
  }

  private async findWebhooks({ text, accountId, by, first }: Look): Promise<readonly FindHit[]> {
    const anyId = by === 'name' ? parseUuid(text) : null;
    if (anyId === null) return [];
    const { nodes } = await this.webhooks.page({ accountId, anyId }, { first }, (event): FindHit => {
      const { id, source, state, providerObjectId } = event;
      const matched = matchedOf(text, [id, providerObjectId]);
      return {
        kind: 'WEBHOOK_EVENT',
        id,
        accountId: event.accountId,
        title: source,
        status: state,
        matched,
        ...NO_MONEY,
      };
    });
    return nodes;
  }

  private async findKeys({ text, by, first }: Look): Promise<readonly FindHit[]> {
    if (by === 'name') return [];
    const { nodes } = await this.keys.page({ search: text }, { first }, (key): FindHit => {
      const [status, matched] = [statusOf(key, new Date()), matchedOf(text, [key.id], key.name)];
      return { kind: 'API_KEY', id: key.id, accountId: null, title: key.name, status, matched, ...NO_MONEY };
    });
    return nodes;
  }
}

function payoutHit(payout: ListedPayout, matched: string): FindHit {
  const { id, accountId, externalId, status, amount, currency, createdAt } = payout;
  const money = { amount: inCurrency(amount, currency), currency, createdAt };
  return { kind: 'PAYOUT', id, accountId, title: externalId ?? id, status, matched, ...money };
}

function orderHit(order: ListedOrder, matched: string): FindHit {
  const { id, accountId, externalId = id, status = '', amount, currency, createdAt } = order;
  const money = { amount: inCurrency(amount, currency), currency, createdAt };
  return { kind: 'ORDER', id, accountId, title: externalId, status, matched, ...money };
}
