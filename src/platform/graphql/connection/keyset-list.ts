import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { toSnakeCase } from '../../database/connection/snake-case-naming-strategy.js';
import { type Connection, MAX_COUNT, toConnection } from './connection.js';
import type { SortKey } from './cursor.js';
import type { PageArguments } from './page-arguments.js';
import { toPageRequest, type PageRequest } from './page-request.js';
import type { SortDirection } from './sort-direction.enum.js';

/** The order of a list. Its SQL consists of literals in our code, and needs an index on both expressions. */
export interface ListOrder<Row> {
  readonly name: string;
  readonly kind: SortKey['kind'];
  readonly direction: SortDirection;
  /** The SQL expression to sort by; null if sorting by the id is enough. */
  readonly sql: string | null;
  readonly idSql: string;
  /** Returns the row's sort value as the database prints it. */
  readonly valueOf: (row: Row) => string;
}

interface ListRequest<Entity extends ObjectLiteral, Row, Node> {
  /** Creates the filtered query. Called once for the rows and once for the count. */
  readonly select: () => SelectQueryBuilder<Entity>;
  readonly order: ListOrder<Row>;
  readonly args: Readonly<PageArguments>;
  readonly toNode: (row: Row) => Node;
  /** Cursor in the log of changes. Absent if no subscription reports changes to these rows. */
  readonly liveCursor?: string;
}

/** Sorts by a time with millisecond precision, newest first. */
export function newestFirst<Time extends string>(alias: string, time: Time): ListOrder<Readonly<Record<Time, Date>>> {
  const column = toSnakeCase(time);
  return {
    name: column.toUpperCase(),
    kind: 'instant',
    direction: 'DESC',
    sql: `${alias}.${column}`,
    idSql: `${alias}.id`,
    valueOf: (row) => row[time].toISOString(),
  };
}

export function sortKeyOf({ name, kind, direction }: Omit<ListOrder<never>, 'valueOf'>): SortKey {
  return { name: `${name}_${direction}`, kind };
}

/** Returns a page of entities. The cost is the same anywhere in the list. */
export async function listEntities<Row extends ObjectLiteral & { readonly id: string }, Node>(
  list: ListRequest<Row, Row, Node>,
): Promise<Connection<Node>> {
  return listBy(list, (query) => query.getMany());
}

/** Like `listEntities`, but for plain rows as selected. */
export async function listRows<Row extends { readonly id: string }, Node>(
  list: ListRequest<ObjectLiteral, Row, Node>,
): Promise<Connection<Node>> {
  return listBy(list, (query) => query.getRawMany<Row>());
}

async function listBy<Entity extends ObjectLiteral, Row extends { readonly id: string }, Node>(
  { select, order, args, toNode, liveCursor }: ListRequest<Entity, Row, Node>,
  read: (query: SelectQueryBuilder<Entity>) => Promise<Row[]>,
): Promise<Connection<Node>> {
  const sort = sortKeyOf(order);
  const page = toPageRequest(args, sort);
  return toConnection({
    page,
    sort,
    rows: await read(keysetOf(select(), order, page)),
    positionOf: (row) => ({ value: order.valueOf(row), id: row.id }),
    toNode,
    ...(liveCursor !== undefined && { liveCursor }),
    countAll: () => countListed(select()),
  });
}

function keysetOf<Entity extends ObjectLiteral>(
  query: SelectQueryBuilder<Entity>,
  { sql, idSql, direction: own }: Pick<ListOrder<never>, 'sql' | 'idSql' | 'direction'>,
  { cursor, direction: towards, limit }: PageRequest,
): SelectQueryBuilder<Entity> {
  const isAscending = (own === 'ASC') === (towards === 'forward');
  const direction = isAscending ? 'ASC' : 'DESC';
  const comparison = isAscending ? '>' : '<';
  const beyond = sql
    ? `(${sql}, ${idSql}) ${comparison} (:cursorValue, :cursorId)`
    : `${idSql} ${comparison} :cursorId`;
  if (cursor) query.andWhere(beyond, { cursorValue: cursor.value, cursorId: cursor.id });
  if (sql) query.orderBy(sql, direction);
  return query.addOrderBy(idSql, direction).limit(limit + 1);
}

/** Counts up to `MAX_COUNT` + 1 rows. */
async function countListed(query: SelectQueryBuilder<ObjectLiteral>): Promise<number> {
  const listed = query.select('1').limit(MAX_COUNT + 1);
  const counted = query.createQueryBuilder().select('count(*)::int', 'count').from(`(${listed.getQuery()})`, 'listed');
  const row = await counted.setParameters(listed.getParameters()).getRawOne<{ count: number }>();
  return row?.count ?? 0;
}
