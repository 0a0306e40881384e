import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../database/api-reads.js';
import { containing, narrow } from '../../database/query-parts.js';
import type { SortDirection } from '../../graphql/connection/sort-direction.enum.js';
import type { OrderMethod } from '../../accounts/domain/order-method.js';
import type { OrderStatus } from '../domain/order-status.js';
import { OrderEntity } from './order.entity.js';
import type { AmountsFilter } from '../../graphql/connection/amounts-filter.input.js';
import type { Connection } from '../../graphql/connection/connection.js';
import { type ListOrder, listRows } from '../../graphql/connection/keyset-list.js';
import type { PageArguments } from '../../graphql/connection/page-arguments.js';

/** Which orders a list holds; what is null or left out filters nothing. */
export interface OrderCriteria extends Readonly<AmountsFilter> {
  readonly accountId?: string | null;
  readonly statuses?: readonly OrderStatus[] | null;
  readonly methods?: readonly OrderMethod[] | null;
  readonly externalId?: string | null;
  readonly providerOrderId?: string | null;
  /** Part of one of the ids or of the purpose, in any case. */
  readonly search?: string | null;
}

export type OrderSortField = 'CREATED_AT' | 'UPDATED_AT' | 'AMOUNT';

export interface OrderSorting {
  readonly field: OrderSortField;
  readonly direction: SortDirection;
}

export const NEWEST_FIRST: OrderSorting = { field: 'CREATED_AT', direction: 'DESC' };

/** An order as a list shows it: what only its creation and its checks need stays in the database. */
export type ListedOrder = Omit<OrderEntity, 'idempotencyKey' | 'requestFingerprint' | 'checksMade'>;

const COLUMNS = `o.id, o.account_id AS "accountId", o.external_id AS "externalId", o.method, o.status, o.amount, o.currency,
  o.purpose, o.success_url AS "successUrl", o.fail_url AS "failUrl", o.masked_card_number AS "maskedCardNumber",
  o.card_brand AS "cardBrand", o.retry_of AS "retryOf", o.provider_order_id AS "providerOrderId",
  o.provider_status AS "providerStatus", o.payment_link AS "paymentLink", o.commission, o.received, o.problem,
  o.paid_at AS "paidAt", o.next_check_at AS "nextCheckAt", o.created_at AS "createdAt", o.updated_at AS "updatedAt"`;

const SORTED_BY: Readonly<Record<OrderSortField, Pick<ListOrder<ListedOrder>, 'sql' | 'kind' | 'valueOf'>>> = {
  CREATED_AT: { sql: 'o.created_at', kind: 'instant', valueOf: (order) => order.createdAt.toISOString() },
  UPDATED_AT: { sql: 'o.updated_at', kind: 'instant', valueOf: (order) => order.updatedAt.toISOString() },
  AMOUNT: { sql: 'o.amount', kind: 'decimal', valueOf: (order) => order.amount },
};

// The expression of ix_orders_search, to the letter: only then does PostgreSQL use the index.
const SEARCH_TEXT = `lower(o.id::text || ' ' || coalesce(o.provider_order_id::text, '') || ' ' || o.external_id || ' ' ||
  coalesce(o.purpose, ''))`;

const CONDITIONS: Readonly<Record<keyof OrderCriteria, string>> = {
  accountId: 'o.account_id = :accountId',
  statuses: 'o.status = ANY(:statuses)',
  methods: 'o.method = ANY(:methods)',
  externalId: 'o.external_id = :externalId',
  providerOrderId: 'o.provider_order_id = :providerOrderId',
  currency: 'o.currency = :currency',
  amountFrom: 'o.amount >= :amountFrom',
  amountTo: 'o.amount <= :amountTo',
  createdFrom: 'o.created_at >= :createdFrom',
  createdTo: 'o.created_at < :createdTo',
  search: `${SEARCH_TEXT} LIKE :search`,
};

/** The list of orders, as plain rows: building entities of a hundred rows costs as much as reading them. */
@Injectable()
export class OrdersPageQuery {
  constructor(private readonly reads: ApiReads) {}

  page<Node>(
    { criteria, sorting }: { readonly criteria: OrderCriteria; readonly sorting: OrderSorting },
    args: PageArguments,
    toNode: (order: ListedOrder) => Node,
  ): Promise<Connection<Node>> {
    const { field, direction } = sorting;
    const select = () => {
      // The table in parentheses: TypeORM looks for 25 properties in every text about an entity.
      const orders = this.reads.createQueryBuilder().from<OrderEntity>('(TABLE orders)', 'o').select(COLUMNS);
      return narrow(orders, { ...criteria, search: containing(criteria.search) }, CONDITIONS);
    };
    const order = { name: field, direction, idSql: 'o.id', ...SORTED_BY[field] };
    return listRows(this.reads, { select, order, args, toNode });
  }
}
