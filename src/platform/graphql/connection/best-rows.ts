import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

// This many rows take tens of milliseconds to read and sort. If more rows match, the text is too short to rank them.
const MAX_CANDIDATES = 1_000;

/** How a text matches a row: `name` if it is one of the row's ids, `part` if it occurs in its ids or words. */
export type FindBy = 'name' | 'part';

interface BestRows {
  readonly query: SelectQueryBuilder<ObjectLiteral>;
  /** The table's alias, used in the query and in the clauses below. */
  readonly alias: string;
  readonly columns: string;
  /** The ids that people chose for a row, in which a text is found before ids of Purser and the provider. */
  readonly ids: readonly string[];
  readonly newest: string;
  readonly text: string;
  readonly first: number;
}

/**
 * Returns a few rows that match a text: first those with that id, then those with an id that begins or ends with it,
 * then the newest.
 *
 * They are the best of a limited number of candidates, not of the whole table. To find the newest of all, PostgreSQL
 * might scan the table from its newest row, which takes seconds if only old rows contain the text.
 */
export async function bestRows<Row>(best: BestRows): Promise<Row[]> {
  const { query, alias, columns, ids, newest, text, first } = best;
  const candidates = query.limit(MAX_CANDIDATES);
  return candidates
    .createQueryBuilder()
    .select(columns)
    .addSelect(rankBy(ids), 'rank')
    .from(`(${candidates.getQuery()})`, alias)
    .setParameters({ ...candidates.getParameters(), wanted: text.toLowerCase() })
    .orderBy('rank', 'DESC')
    .addOrderBy(newest, 'DESC')
    .limit(first)
    .getRawMany<Row>();
}

function rankBy(ids: readonly string[]): string {
  const isAny = (test: (id: string) => string): string => ids.map((id) => test(`lower(${id})`)).join(' OR ');
  const begins = isAny((id) => `starts_with(${id}, :wanted)`);
  const ends = isAny((id) => `right(${id}, length(:wanted)) = :wanted`);
  return `CASE WHEN ${isAny((id) => `${id} = :wanted`)} THEN 2 WHEN ${begins} OR ${ends} THEN 1 ELSE 0 END`;
}
