import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ApiReads } from '../../database/api-reads.js';
import { MAX_COUNT } from '../connection/connection.js';

/** How many items of a list have one value. */
export interface Facet {
  readonly key: string;
  /** `MAX_COUNT` at most. */
  readonly count: number;
  readonly isCapped: boolean;
}

/** Makes the query that narrows the list; called once for each count. */
type Select = () => SelectQueryBuilder<ObjectLiteral>;

interface CountRow {
  readonly key: string;
  readonly count: number;
}

/**
 * Counts the items of each of a few values apart, in their order and in one statement. For values that have an index:
 * then a rare one costs as little as a frequent one, which stops at `MAX_COUNT`.
 *
 * @param conditions the condition of each value: a literal of the code that can stand beside another with AND
 */
export async function countEach(
  reads: ApiReads,
  select: Select,
  conditions: Readonly<Record<string, string>>,
): Promise<Facet[]> {
  const counts = Object.entries(conditions).map(([key, condition]) => {
    const listed = select()
      .andWhere(condition)
      .select('1')
      .limit(MAX_COUNT + 1);
    return `SELECT '${key}' AS "key", count(*)::int AS "count" FROM (${listed.getQuery()}) AS "listed"`;
  });
  const rows = await reads
    .createQueryBuilder()
    .select('*')
    .from(`(${counts.join(' UNION ALL ')})`, 'counts')
    .setParameters(select().getParameters())
    .getRawMany<CountRow>();
  const counted = new Map(rows.map(({ key, count }) => [key, count]));
  return Object.keys(conditions).map((key) => facetOf(key, counted.get(key) ?? 0, false));
}

/**
 * Counts the values of a column among the newest items, `MAX_COUNT` of them at most, the most frequent first. For
 * columns without an index, of which a rare value would be looked for in the whole table.
 */
export async function countNewest(
  reads: ApiReads,
  select: Select,
  { column, newest }: { readonly column: string; readonly newest: string },
): Promise<Facet[]> {
  const listed = select()
    .select(column, 'key')
    .orderBy(newest, 'DESC')
    .limit(MAX_COUNT + 1);
  const rows = await reads
    .createQueryBuilder()
    .select('"listed"."key"', 'key')
    .addSelect('count(*)::int', 'count')
    .from(`(${listed.getQuery()})`, 'listed')
    .groupBy('"listed"."key"')
    .orderBy('"count"', 'DESC')
    .addOrderBy('"key"')
    .setParameters(listed.getParameters())
    .getRawMany<Omit<CountRow, 'key'> & { readonly key: string | null }>();
  const isCapped = rows.reduce((sum, { count }) => sum + count, 0) > MAX_COUNT;
  return rows.flatMap(({ key, count }) => (key === null ? [] : [facetOf(key, count, isCapped)]));
}

function facetOf(key: string, count: number, isPartial: boolean): Facet {
  return { key, count: Math.min(count, MAX_COUNT), isCapped: isPartial || count > MAX_COUNT };
}
