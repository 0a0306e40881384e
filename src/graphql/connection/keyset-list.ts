import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ApiReads } from '../../database/api-reads.js';
import type { WhereClause } from '../../database/where-clause.js';
import { type Connection, MAX_COUNT, toConnection } from './connection.js';
import type { SortKey } from './cursor.js';
import type { PageArguments } from './page-arguments.js';
import { toPageRequest, type PageRequest } from './page-request.js';
import type { SortDirection } from './sort-direction.enum.js';

/** How a list is sorted. Its SQL is literals of ours, with an index over both together. */
export interface ListOrder<Row> {
  /** Names the order in cursors, together with its direction. */
  readonly name: string;
  readonly kind: SortKey['kind'];
  readonly direction: SortDirection;
  /** What it is sorted by; null when the id is enough. */
  readonly sql: string | null;
  /** Where values are equal. */
  readonly idSql: string;
  /** The value of a row, as the database writes it. */
  readonly valueOf: (row: Row) => string;
}

interface ListRequest<Row, Node> {
  readonly order: ListOrder<Row>;
  readonly args: Readonly<PageArguments>;
  readonly toNode: (row: Row) => Node;
}

/** What ties cursors to an order. */
export function sortKeyOf({ name, kind, direction }: Omit<ListOrder<never>, 'valueOf'>): SortKey {
  return { name: `${name}_${direction}`, kind };
}

/** A page of a list that is selected in SQL. It costs the same however far in the list it is. */
export async function listRows<Row extends { readonly id: string }, Node>(
  reads: ApiReads,
  list: ListRequest<Row, Node> & {
    readonly columns: string;
    readonly from: string;
    /** What is joined for the columns alone: it adds no row and takes none away. */
    readonly joined?: string;
    /** Makes the condition that narrows the list, once for its rows and once to count them. */
    readonly where: () => WhereClause;
  },
): Promise<Connection<Node>> {
  const { columns, from, joined = '' } = list;
  return pageOf(list, {
    rows: (page) => {
      const where = list.where();
      const { beyond, orderBy } = keysetOf(list.order, page, (value) => where.parameter(value));
      if (beyond) where.addRaw(beyond);
      const limit = where.parameter(page.limit + 1);
      const sql = `SELECT ${columns} FROM ${from} ${joined} ${where.sql} ORDER BY ${orderBy} LIMIT ${limit}`;
      return reads.query<Row[]>(sql, where.parameters);
    },
    count: () => {
      const where = list.where();
      return countListed(reads, `SELECT FROM ${from} ${where.sql}`, where.parameters);
    },
  });
}

/** A page of a list of entities. It costs the same however far in the list it is. */
export async function listEntities<Row extends ObjectLiteral & { readonly id: string }, Node>(
  reads: ApiReads,
  /** `select`: makes the query that narrows the list, once for its rows and once to count them. */
  list: ListRequest<Row, Node> & { readonly select: () => SelectQueryBuilder<Row> },
): Promise<Connection<Node>> {
  return pageOf(list, {
    rows: (page) => {
      const query = list.select();
      const { beyond, sql, direction } = keysetOf(list.order, page, (value, name) => {
        query.setParameter(name, value);
        return `:${name}`;
      });
      if (beyond) query.andWhere(beyond);
      if (sql) query.orderBy(sql, direction);
      return query
        .addOrderBy(list.order.idSql, direction)
        .limit(page.limit + 1)
        .getMany();
    },
    count: () => countListed(reads, ...list.select().select('1').getQueryAndParameters()),
  });
}

async function pageOf<Row extends { readonly id: string }, Node>(
  { order, args, toNode }: ListRequest<Row, Node>,
  source: { readonly rows: (page: PageRequest) => Promise<Row[]>; readonly count: () => Promise<number> },
): Promise<Connection<Node>> {
  const sort = sortKeyOf(order);
  const page = toPageRequest(args, sort);
  return toConnection({
    page,
    sort,
    rows: await source.rows(page),
    positionOf: (row) => ({ value: order.valueOf(row), id: row.id }),
    toNode,
    countAll: source.count,
  });
}

/**
 * The condition of what lies beyond a page's cursor, null without one, and the order in which the nearest come first.
 */
function keysetOf<Row>(
  { sql, idSql, direction: own }: ListOrder<Row>,
  { cursor, direction: towards }: PageRequest,
  parameter: (value: string, name: string) => string,
): { beyond: string | null; orderBy: string; sql: string | null; direction: SortDirection } {
  const isAscending = (own === 'ASC') === (towards === 'forward');
  const direction = isAscending ? 'ASC' : 'DESC';
  const comparison = isAscending ? '>' : '<';
  const id = cursor && parameter(cursor.id, 'cursorId');
  const value = cursor && sql && parameter(cursor.value, 'cursorValue');
  const beyond = value ? `(${sql}, ${idSql}) ${comparison} (${value}, ${id})` : id && `${idSql} ${comparison} ${id}`;
  return { beyond, sql, direction, orderBy: `${sql ? `${sql} ${direction}, ` : ''}${idSql} ${direction}` };
}

/** How many rows a statement lists, up to one more than `MAX_COUNT`. */
async function countListed(reads: ApiReads, sql: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = await reads.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM (${sql} LIMIT ${MAX_COUNT + 1}) AS listed`,
    [...parameters],
  );
  return row?.count ?? 0;
}
