import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { parseUuid } from '../../common/ids.js';
import { isoOf, type UtcText } from '../../common/text/utc-text.js';
import { READS } from '../../platform/database/api-reads.js';
import {
  columnsShown,
  narrow,
  narrowToFound,
  propertiesBut,
  selectPlain,
  type SearchedColumns,
} from '../../platform/database/query-parts.js';
import type { SortDirection } from '../../platform/graphql/connection/sort-direction.enum.js';
import type { OrderMethod } from '../../desk/accounts/domain/order-method.js';
import { ORDER_STATUSES, type OrderStatus } from '../domain/order-status.js';
import { OrderEntity } from './order.entity.js';
import type { AmountsFilter } from '../../platform/graphql/connection/amounts-filter.input.js';
import type { Connection } from '../../platform/graphql/connection/connection.js';
import { bestRows, type FindBy } from '../../platform/graphql/connection/best-rows.js';
import { countEach, countNewest, type Facet } from '../../platform/graphql/facets/facets.js';
import { type ListOrder, listRows } from '../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../platform/graphql/connection/page-arguments.js';

export interface OrderCriteria extends Readonly<AmountsFilter> {
  readonly accountId?: string | null;
  readonly statuses?: readonly OrderStatus[] | null;
  readonly methods?: readonly OrderMethod[] | null;
  readonly externalId?: string | null;
  readonly providerOrderId?: string | null;
  /** Hashes from `CustomerHashes`. Matches orders that have any of them. */
  readonly customerHashes?: readonly Buffer[] | null;
  readonly hasProblem?: boolean | null;
  /** Time of payment, inclusive. */
  readonly paidFrom?: Date | null;
  /** Time of payment, exclusive. */
  readonly paidTo?: Date | null;
  /** The beginning or end of an id, or a part of the purpose, in upper or lower case. */
  readonly search?: string | null;
}

export type OrderSortField = 'CREATED_AT' | 'UPDATED_AT' | 'AMOUNT';

export interface OrderSorting {
  readonly field: OrderSortField;
  readonly direction: SortDirection;
}

export const NEWEST_FIRST: OrderSorting = { field: 'CREATED_AT', direction: 'DESC' };

/** Columns that no list shows, because only creating, sending and polling use them. */
const HIDDEN = [
  'idempotencyKey',
  'requestFingerprint',
  'payerSubjects',
  'customerHashes',
  'checksMade',
] as const satisfies readonly (keyof OrderEntity)[];

const TIMES = ['paidAt', 'nextCheckAt', 'createdAt', 'updatedAt'] as const satisfies readonly (keyof OrderEntity)[];

export type OrderColumn = Exclude<keyof OrderEntity, (typeof HIDDEN)[number]>;

const PLAIN = propertiesBut(OrderEntity, [...HIDDEN, ...TIMES]) as OrderColumn[];

const ALL: readonly OrderColumn[] = [...PLAIN, ...TIMES];

// Columns that are always read: the account, which restricts callers; the columns in cursors; and the currency, which
// determines the decimals of amounts.
const ALWAYS = [
  'id',
  'accountId',
  'amount',
  'currency',
  'createdAt',
  'updatedAt',
] as const satisfies readonly OrderColumn[];

// Fields of the model that have no column of the same name.
const COLUMNS_OF: Readonly<Record<string, readonly OrderColumn[]>> = {
  account: [],
  isFinal: ['status'],
  timeline: [],
};

/** Returns the columns needed for these fields of an order; all columns for a field of another module. */
export function columnsOf(fields: ReadonlySet<string>): ReadonlySet<OrderColumn> {
  const ofField = (field: string): readonly OrderColumn[] =>
    ALL.some((column) => column === field) ? [field as OrderColumn] : (COLUMNS_OF[field] ?? ALL);
  return new Set([...fields].flatMap(ofField));
}

type OrderRow = Pick<OrderEntity, Exclude<OrderColumn, (typeof TIMES)[number]>> & {
  readonly [Time in (typeof TIMES)[number]]: UtcText | Extract<OrderEntity[Time], null>;
};

export type ListedOrder = Pick<OrderRow, (typeof ALWAYS)[number]> & Partial<OrderRow>;

const SORTED_BY: Readonly<Record<OrderSortField, Pick<ListOrder<ListedOrder>, 'sql' | 'kind' | 'valueOf'>>> = {
  CREATED_AT: { sql: 'o.created_at', kind: 'instant', valueOf: (order) => isoOf(order.createdAt) },
  UPDATED_AT: { sql: 'o.updated_at', kind: 'instant', valueOf: (order) => isoOf(order.updatedAt) },
  AMOUNT: { sql: 'o.amount', kind: 'decimal', valueOf: (order) => order.amount },
};

const SEARCHED: SearchedColumns = {
  uuids: ['o.id', 'o.provider_order_id'],
  ids: ['o.external_id'],
  words: 'o.purpose',
};

const CONDITIONS: Readonly<Record<Exclude<keyof OrderCriteria, 'hasProblem' | 'search'>, string>> = {
  ids: 'o.id = ANY(:ids)',
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
  paidFrom: 'o.paid_at >= :paidFrom',
  paidTo: 'o.paid_at < :paidTo',
  // The subquery runs first, however many orders PostgreSQL expects it to find. Otherwise the planner may scan the
  // table from its newest row.
  customerHashes: 'o.id = ANY(ARRAY(SELECT id FROM orders WHERE customer_hashes && CAST(:customerHashes AS bytea[])))',
};

// Uses indexed look-ups. An external id is unique only within its account.
const IS_NAMED = `o.id IN (
  SELECT id FROM orders WHERE id = :anyUuid OR provider_order_id = :anyUuid
  UNION SELECT named.id FROM accounts JOIN orders AS named ON named.account_id = accounts.id WHERE named.external_id = :anyText)`;

const OF_STATUS = Object.fromEntries(ORDER_STATUSES.map((status) => [status, `o.status = '${status}'`]));

interface OrdersList {
  readonly criteria: OrderCriteria;
  readonly sorting: OrderSorting;
  readonly liveCursor: string;
}

interface FoundOrders {
  readonly accountId: string | null;
  readonly text: string;
  readonly by: FindBy | Pick<OrderCriteria, 'customerHashes' | keyof AmountsFilter>;
  readonly first: number;
}

/** Numbers of orders by the values of a column. Each is counted only when its property is read. */
export interface OrderFacets {
  readonly statuses: Promise<readonly Facet[]>;
  readonly methods: Promise<readonly Facet[]>;
  readonly currencies: Promise<readonly Facet[]>;
}

/** Lists orders. Returns plain rows, because building a hundred entities costs as much as reading them. */
@Injectable()
export class OrdersPageQuery {
  constructor(@InjectRepository(OrderEntity, READS) private readonly orders: Repository<OrderEntity>) {}

  page(
    { criteria, sorting, liveCursor }: OrdersList,
    args: PageArguments,
    wanted: ReadonlySet<OrderColumn>,
  ): Promise<Connection<ListedOrder>> {
    const { field, direction } = sorting;
    const read = new Set<OrderColumn>([...ALWAYS, ...wanted]);
    const isRead = (column: OrderColumn): boolean => read.has(column);
    // Always in the same order, so that equal requests send the same statement text.
    const columns = columnsShown('o', { plain: PLAIN.filter(isRead), times: TIMES.filter(isRead) });
    const select = () => this.select(criteria).select(columns);
    const order = { name: field, direction, idSql: 'o.id', ...SORTED_BY[field] };
    return listRows({ select, order, args, liveCursor, toNode: (row: ListedOrder) => row });
  }

  find({ accountId, text, by, first }: FoundOrders): Promise<ListedOrder[]> {
    const criteria = by === 'name' ? {} : by === 'part' ? { search: text } : by;
    const query = this.select({ accountId, ...criteria }).select('o.*');
    if (by === 'name') query.andWhere(IS_NAMED, { anyUuid: parseUuid(text), anyText: text });
    // Without an id of the merchant's, the external id is Purser's.
    const ids = ['nullif(o.external_id, o.id::text)'];
    const columns = columnsShown('o', { plain: PLAIN, times: TIMES });
    return bestRows({ query, alias: 'o', columns, ids, newest: 'o.created_at', text, first });
  }

  /** Counts the values of each column among the orders that match the other criteria. */
  facets(criteria: OrderCriteria): OrderFacets {
    const without = (column: keyof OrderCriteria) => () => this.select({ ...criteria, [column]: null });
    return {
      get statuses() {
        return countEach(without('statuses'), OF_STATUS);
      },
      get methods() {
        return countNewest(without('methods'), { column: 'o.method', newest: 'o.created_at' });
      },
      get currencies() {
        return countNewest(without('currency'), { column: 'o.currency', newest: 'o.created_at' });
      },
    };
  }

  private select(criteria: OrderCriteria): SelectQueryBuilder<OrderEntity> {
    const query = narrow(selectPlain(this.orders, 'o'), criteria, CONDITIONS);
    narrowToFound(query, SEARCHED, criteria.search);
    // A literal condition, as in the index: with a parameter PostgreSQL could not tell that the index applies.
    if (typeof criteria.hasProblem === 'boolean') {
      query.andWhere(criteria.hasProblem ? 'o.problem IS NOT NULL' : 'o.problem IS NULL');
    }
    return query;
  }
}
