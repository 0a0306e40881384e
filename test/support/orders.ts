import { randomUUID } from 'node:crypto';
import { CHANGE_REQUEST, type Proposal } from './change-requests.js';
import type { GraphqlAnswer, GraphqlClient, Subscription } from './graphql-client.js';
import type { TestDatabase } from './test-database.js';

export interface OrderView {
  readonly id: string;
  readonly providerOrderId: string | null;
  readonly externalId: string;
  readonly method: string;
  readonly status: string;
  readonly providerStatus: string | null;
  readonly isFinal: boolean;
  readonly amount: string;
  readonly currency: string | null;
  readonly commission: string | null;
  readonly received: string | null;
  readonly purpose: string | null;
  readonly paymentLink: string | null;
  readonly maskedCardNumber: string | null;
  readonly cardBrand: string | null;
  readonly problem: string | null;
  readonly paidAt: string | null;
  readonly nextCheckAt: string | null;
  readonly timeline: readonly { readonly from: string | null; readonly to: string; readonly cause: string }[];
}

export interface UserErrorView {
  readonly code: string;
  readonly message: string;
  readonly field: readonly string[] | null;
}

export interface OrderPayload {
  readonly order: OrderView | null;
  readonly userErrors: readonly UserErrorView[];
}

const ORDER = `id providerOrderId externalId method status providerStatus isFinal amount currency commission received
  purpose paymentLink maskedCardNumber cardBrand problem paidAt nextCheckAt timeline { from to cause }`;

const CREATE_ORDER = `mutation ($input: CreateOrderInput!) {
  createOrder(input: $input) { order { ${ORDER} } userErrors { code message field } } }`;

/** Builds a valid input, with overrides. */
export function orderInput(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { amount: '10.50', currency: 'EUR', purpose: 'Two tickets', externalId: randomUUID(), ...overrides };
}

export async function createOrder(
  api: GraphqlClient,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<OrderPayload> {
  const data = await api.request<{ createOrder: OrderPayload }>(CREATE_ORDER, { input: orderInput(overrides) });
  return data.createOrder;
}

/** Sends an order and returns any answer, including errors about the form of the input. */
export function sendOrder(
  api: GraphqlClient,
  overrides: Readonly<Record<string, unknown>>,
): Promise<GraphqlAnswer<{ createOrder: OrderPayload }>> {
  return api.send(CREATE_ORDER, { input: orderInput(overrides) });
}

/** Creates an order that must succeed. */
export async function createdOrder(
  api: GraphqlClient,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<OrderView & { readonly providerOrderId: string }> {
  const { order, userErrors } = await createOrder(api, overrides);
  const providerOrderId = order?.providerOrderId;
  if (!order || !providerOrderId) throw new Error(`No order was created: ${JSON.stringify(userErrors)}`);
  return { ...order, providerOrderId };
}

export async function getOrder(api: GraphqlClient, id: string): Promise<OrderView> {
  const data = await api.request<{ order: OrderView | null }>(`query ($id: ID!) { order(id: $id) { ${ORDER} } }`, {
    id,
  });
  if (!data.order) throw new Error('There is no such order');
  return data.order;
}

export async function countOrders(api: GraphqlClient, filter: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const { orders } = await api.request<{ orders: { totalCount: number } }>(
    'query ($filter: OrderFilter) { orders(filter: $filter, first: 1) { totalCount } }',
    { filter },
  );
  return orders.totalCount;
}

export async function refreshOrder(
  api: GraphqlClient,
  orderId: string,
  providerOrderId?: string,
): Promise<OrderPayload> {
  const data = await api.request<{ refreshOrder: OrderPayload }>(
    `mutation ($input: RefreshOrderInput!) {
       refreshOrder(input: $input) { order { ${ORDER} } userErrors { code message field } } }`,
    { input: { orderId, providerOrderId } },
  );
  return data.refreshOrder;
}

/** Proposes that an unconfirmed order was not paid. */
export async function closeOrder(api: GraphqlClient, orderId: string): Promise<OrderPayload & Proposal> {
  const data = await api.request<{ closeUnconfirmedOrder: OrderPayload & Proposal }>(
    `mutation ($input: CloseUnconfirmedOrderInput!) { closeUnconfirmedOrder(input: $input) {
       order { ${ORDER} } changeRequest { ${CHANGE_REQUEST} } userErrors { code message field } } }`,
    { input: { orderId, reference: 'ticket 7' } },
  );
  return data.closeUnconfirmedOrder;
}

export interface OrderChangeView {
  readonly cursor: string;
  readonly from: string | null;
  readonly to: string;
  readonly cause: string;
  readonly order: { readonly id: string; readonly status: string };
}

export type OrderSubscription = Subscription<{ orderStatusChanged: OrderChangeView }>;

export function watchOrders(
  api: GraphqlClient,
  variables: { readonly orderId?: string; readonly after?: string } = {},
): Promise<OrderSubscription> {
  return api.subscribe(
    `subscription ($orderId: ID, $after: String) {
       orderStatusChanged(orderId: $orderId, after: $after) { cursor from to cause occurredAt order { id status } } }`,
    variables,
  );
}

/**
 * Watches one order from the current end of its timeline. A subscription without a cursor might start a moment earlier.
 */
export async function watchOnwards(api: GraphqlClient, orderId: string): Promise<OrderSubscription> {
  const data = await api.request<{ order: { timeline: { cursor: string }[] } }>(
    'query ($id: ID!) { order(id: $id) { timeline { cursor } } }',
    { id: orderId },
  );
  const after = data.order.timeline.at(-1)?.cursor;
  return watchOrders(api, after === undefined ? { orderId } : { orderId, after });
}

/** Reads a subscription until an order has reached a status. Returns the statuses on the way. */
export async function statusesUntil(subscription: OrderSubscription, id: string, status: string): Promise<string[]> {
  const seen: string[] = [];
  while (seen.at(-1) !== status) {
    const { orderStatusChanged: change } = await subscription.next();
    if (change.order.id === id) seen.push(change.to);
  }
  return seen;
}

/** Deletes the provider's facts from an order. */
export const forgetOrderFacts = (
  { query }: Pick<TestDatabase, 'query'>,
  id: string,
  ...facts: readonly ('commission' | 'currency' | 'received')[]
): Promise<unknown> =>
  query(`UPDATE orders SET ${facts.map((fact) => `${fact} = NULL`).join(', ')} WHERE id = $1`, [id]);
