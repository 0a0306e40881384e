import { randomUUID } from 'node:crypto';
import type { GraphqlClient } from './graphql-client.js';
import type { TestDatabase } from './test-database.js';

export interface OrderRow {
  readonly id: string;
  readonly externalId: string;
  readonly providerOrderId: string | null;
  readonly method: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string | null;
  readonly purpose: string | null;
  readonly problem: string | null;
  readonly paidAt: string | null;
  readonly createdAt: string;
}

export interface OrdersPage {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly externalId: string } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

export type Paging = Readonly<Record<string, unknown>>;

export const ORDERS_QUERY = `query ($filter: OrderFilter, $sort: OrderSort, $first: Int, $after: String, $last: Int,
  $before: String) {
  orders(filter: $filter, sort: $sort, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { externalId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount } }`;

/** Builds a row of a paid order, with overrides. */
export function orderRow(externalId: string, overrides: Partial<OrderRow> = {}): OrderRow {
  return {
    id: randomUUID(),
    externalId,
    providerOrderId: randomUUID(),
    method: 'HOSTED_PAGE',
    status: 'CANCELED',
    amount: '10.50',
    currency: 'GBP',
    purpose: 'Two tickets',
    problem: null,
    paidAt: null,
    createdAt: new Date().toISOString(),
    ...overrides,
  };
}

/** Inserts orders into the table as if they had been created. Orders created later were updated longer ago. */
export async function insertOrders(
  database: TestDatabase,
  accountId: string,
  rows: readonly OrderRow[],
): Promise<void> {
  for (const row of rows) {
    await database.query(
      `INSERT INTO orders (id, account_id, request_fingerprint, external_id, provider_order_id, method, status, amount,
         currency, purpose, created_at, updated_at, next_check_at, problem, paid_at)
       VALUES ($1, $2, '{}', $3, $4, $5, $6, $7, $8, $9, $10, '2027-01-01'::timestamptz + ('2027-01-01'::timestamptz - $10::timestamptz),
         CASE WHEN $6 = 'CREATED' THEN now() + interval '1 day' END, $11, $12)`,
      [
        row.id,
        accountId,
        row.externalId,
        row.providerOrderId,
        row.method,
        row.status,
        row.amount,
        row.currency,
        row.purpose,
        row.createdAt,
        row.problem,
        row.paidAt,
      ],
    );
  }
}

export async function listOrders(api: GraphqlClient, variables: Paging): Promise<OrdersPage> {
  return (await api.request<{ orders: OrdersPage }>(ORDERS_QUERY, variables)).orders;
}

/** Reads every page from one end of the list to the other, and returns the pages in that order. */
export async function walkOrders(
  api: GraphqlClient,
  walk: {
    readonly sort: Paging;
    readonly size: number;
    readonly way: 'forward' | 'backward';
    readonly betweenPages?: () => Promise<void>;
  },
): Promise<OrdersPage[]> {
  const { sort, size, way, betweenPages } = walk;
  const pages: OrdersPage[] = [];
  for (let cursor: string | null = null; ;) {
    const paging: Paging = way === 'forward' ? { first: size, after: cursor } : { last: size, before: cursor };
    const page = await listOrders(api, { sort, ...paging });
    pages.push(page);
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    if (!(way === 'forward' ? hasNextPage : hasPreviousPage)) return pages;
    cursor = way === 'forward' ? endCursor : startCursor;
    await betweenPages?.();
  }
}

export const removeOrders = ({ query }: TestDatabase, externalIds: readonly string[]): Promise<unknown> =>
  query('DELETE FROM orders WHERE external_id = ANY($1)', [externalIds]);
