import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ApiReads } from '../../database/api-reads.js';

// Tens of milliseconds to read and sort. With more, too little was typed for the best of them to be told.
const MAX_CANDIDATES = 1_000;

/** Whether a text is one of the ids of what is looked for, or a part of those or of its words. */
export type FindBy = 'name' | 'part';

interface BestRows {
  /** The query that narrows the table, for all of its columns. */
  readonly query: SelectQueryBuilder<ObjectLiteral>;
  /** Of the table, in the query and in the clauses below. */
  readonly alias: string;
  readonly columns: string;
  /** Whether one of a row's ids is `:wanted`; never null. */
  readonly isText: string;
  readonly newest: string;
  readonly text: string;
  readonly first: number;
}

/**
 * A few rows that hold a text: first those of which it is an id, then the newest.
 *
 * Unlike a page of a list, they are the best of some candidates and not of the whole table. To sort the few newest ones
 * PostgreSQL would go through the table from its newest row, for seconds when a rare text is in old ones.
 */
export async function bestRows<Row>(reads: ApiReads, best: BestRows): Promise<Row[]> {
  const { query, alias, columns, isText, newest, text, first } = best;
  const candidates = query.limit(MAX_CANDIDATES);
  return reads
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
