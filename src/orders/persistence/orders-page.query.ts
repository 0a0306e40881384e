import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { CursorPosition, SortKey } from '../../graphql/connection/cursor.js';
import type { SortDirection } from '../../graphql/connection/sort-direction.enum.js';
import type { PageRequest } from '../../graphql/connection/page-request.js';
import type { OrderMethod } from '../domain/order-method.js';
import type { OrderStatus } from '../domain/order-status.js';
import { OrderEntity } from './order.entity.js';

/** Which orders a list holds; what is null filters nothing. */
export interface OrderCriteria {
  readonly accountId: string | null;
  readonly statuses: readonly OrderStatus[] | null;
  readonly methods: readonly OrderMethod[] | null;
  readonly externalId: string | null;
  readonly providerOrderId: string | null;
  readonly currency: CurrencyCode | null;
  /** Inclusive. */
  readonly amountFrom: DecimalString | null;
  /** Inclusive. */
  readonly amountTo: DecimalString | null;
  /** Inclusive. */
  readonly createdFrom: Date | null;
  /** Exclusive, so that neighbouring ranges share no order. */
  readonly createdTo: Date | null;
  /** Part of one of the ids or of the purpose, in any case. */
  readonly search: string | null;
}

export type OrderSortField = 'CREATED_AT' | 'UPDATED_AT' | 'AMOUNT';

export interface OrderSorting {
  readonly field: OrderSortField;
  readonly direction: SortDirection;
}

interface SortColumn {
  /** A literal of ours: it becomes SQL. Every one has an index together with the id. */
  readonly sql: string;
  readonly kind: SortKey['kind'];
  readonly valueOf: (order: OrderEntity) => string;
}

const SORT_COLUMNS: Readonly<Record<OrderSortField, SortColumn>> = {
  CREATED_AT: { sql: 'o.created_at', kind: 'instant', valueOf: (order) => order.createdAt.toISOString() },
  UPDATED_AT: { sql: 'o.updated_at', kind: 'instant', valueOf: (order) => order.updatedAt.toISOString() },
  AMOUNT: { sql: 'o.amount', kind: 'decimal', valueOf: (order) => order.amount },
};

// The expression of ix_orders_search, to the letter: only then does PostgreSQL use the index.
const SEARCH_TEXT = `lower(o.id::text || ' ' || coalesce(o.provider_order_id::text, '') || ' ' || o.external_id || ' ' ||
  coalesce(o.purpose, ''))`;

export function sortKeyOf(sorting: OrderSorting): SortKey {
  return { name: `${sorting.field}_${sorting.direction}`, kind: SORT_COLUMNS[sorting.field].kind };
}

export function positionOf(order: OrderEntity, sorting: OrderSorting): CursorPosition {
  return { value: SORT_COLUMNS[sorting.field].valueOf(order), id: order.id };
}

/** The list of orders: filtered, sorted, and paged by keyset, so that a page costs the same however far in it is. */
@Injectable()
export class OrdersPageQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Up to `limit + 1` orders beyond the page's cursor, nearest first. */
  async list(criteria: OrderCriteria, sorting: OrderSorting, page: PageRequest): Promise<OrderEntity[]> {
    const { sql } = SORT_COLUMNS[sorting.field];
    const isAscending = (sorting.direction === 'ASC') === (page.direction === 'forward');
    const query = this.select(criteria);
    if (page.cursor) {
      query.andWhere(`(${sql}, o.id) ${isAscending ? '>' : '<'} (:cursorValue, :cursorId)`, {
        cursorValue: page.cursor.value,
        cursorId: page.cursor.id,
      });
    }
    const direction = isAscending ? 'ASC' : 'DESC';
    return query
      .orderBy(sql, direction)
      .addOrderBy('o.id', direction)
      .limit(page.limit + 1)
      .getMany();
  }

  async count(criteria: OrderCriteria): Promise<number> {
    return this.select(criteria).getCount();
  }

  private select(criteria: OrderCriteria): SelectQueryBuilder<OrderEntity> {
    const query = this.dataSource.manager.createQueryBuilder(OrderEntity, 'o');
    const narrow = (sql: string, name: keyof OrderCriteria): void => {
      if (criteria[name] !== null) query.andWhere(sql, { [name]: criteria[name] });
    };
    narrow('o.account_id = :accountId', 'accountId');
    narrow('o.status = ANY(:statuses)', 'statuses');
    narrow('o.method = ANY(:methods)', 'methods');
    narrow('o.external_id = :externalId', 'externalId');
    narrow('o.provider_order_id = :providerOrderId', 'providerOrderId');
    narrow('o.currency = :currency', 'currency');
    narrow('o.amount >= :amountFrom', 'amountFrom');
    narrow('o.amount <= :amountTo', 'amountTo');
    narrow('o.created_at >= :createdFrom', 'createdFrom');
    narrow('o.created_at < :createdTo', 'createdTo');
    if (criteria.search !== null) {
      query.andWhere(`${SEARCH_TEXT} LIKE :pattern`, { pattern: `%${escapeLike(criteria.search.toLowerCase())}%` });
    }
    return query;
  }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
