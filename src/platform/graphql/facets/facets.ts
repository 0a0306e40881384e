import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { MAX_COUNT } from '../connection/connection.js';

export interface Facet {
  readonly key: string;
  readonly count: number;
  readonly isCapped: boolean;
}

type Select = () => SelectQueryBuilder<ObjectLiteral>;

interface CountRow {
  readonly key: string;
  readonly count: number;
}

/**
 * Counts the items with each of a few values, in the order of the values and in one statement. For indexed values only:
 * counting a rare value is then cheap, and counting a frequent one stops at `MAX_COUNT`.
 * @param conditions one SQL condition per value; each is a literal in our code that can be combined with AND
 */
export async function countEach(select: Select, conditions: Readonly<Record<string, string>>): Promise<Facet[]> {
  const counts = Object.entries(conditions).map(([key, condition]) => {
    const listed = select()
      .andWhere(condition)
      .select('1')
      .limit(MAX_COUNT + 1);
    return `SELECT '${key}' AS "key", count(*)::int AS "count" FROM (${listed.getQuery()}) AS "listed"`;
  });
  const all = select();
  const rows = await all
    .createQueryBuilder()
    .select('*')
    .from(`(${counts.join(' UNION ALL ')})`, 'counts')
    .setParameters(all.getParameters())
    .getRawMany<CountRow>();
  const counted = new Map(rows.map(({ key, count }) => [key, count]));
  return Object.keys(conditions).map((key) => facetOf(key, counted.get(key) ?? 0, false));
}

/**
 * Counts the values of a column among the newest `MAX_COUNT` items, the most frequent first. For columns without an
 * index, where counting a rare value would scan the table.
 */
export async function countNewest(
  select: Select,
  { column, newest }: { readonly column: string; readonly newest: string },
): Promise<Facet[]> {
  const listed = select()
    .select(column, 'key')
    .orderBy(newest, 'DESC')
    .limit(MAX_COUNT + 1);
  const rows = await listed
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
