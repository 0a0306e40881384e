import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

// Takes tens of milliseconds to read and sort. If more rows match, the text is too short to rank them.
const MAX_CANDIDATES = 1_000;

/** Whether the text is an id of the row, or a part of its ids or words. */
export type FindBy = 'name' | 'part';

interface BestRows {
  readonly query: SelectQueryBuilder<ObjectLiteral>;
  /** The table's alias in the query and in the clauses below. */
  readonly alias: string;
  readonly columns: string;
  /** Whether one of a row's ids is `:wanted`; never null. */
  readonly isText: string;
  readonly newest: string;
  readonly text: string;
  readonly first: number;
}

/**
 * Returns a few rows that a text finds: first those with that id, then the newest.
 *
 * They are the best of some candidates, not of the whole table. To find the newest of all, PostgreSQL might scan the
 * table from its newest row, for seconds if a rare text is in old rows.
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
