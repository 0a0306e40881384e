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
  /** SQL that is true if one of the row's ids is `:wanted`; must never be null. */
  readonly isText: string;
  readonly newest: string;
  readonly text: string;
  readonly first: number;
}

/**
 * Returns a few rows that match a text: first those with that id, then the newest.
 *
 * They are the best of a limited number of candidates, not of the whole table. To find the newest of all, PostgreSQL
 * might scan the table from its newest row, which takes seconds if only old rows contain the text.
 */
export async function bestRows<Row>(best: BestRows): Promise<Row[]> {
  const { query, alias, columns, isText, newest, text, first } = best;
  const candidates = query.limit(MAX_CANDIDATES);
  return candidates
    .createQueryBuilder()
    .select(columns)
    .addSelect(isText, 'isText')
    .from(`(${candidates.getQuery()})`, alias)
    .setParameters({ ...candidates.getParameters(), wanted: text.toLowerCase() })
    .orderBy('"isText"', 'DESC')
    .addOrderBy(newest, 'DESC')
    .limit(first)
    .getRawMany<Row>();
}
