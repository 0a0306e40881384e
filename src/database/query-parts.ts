import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/**
 * Narrows a query by the criteria that are given; what is null filters nothing. Conditions are literals of ours, each
 * with its criterion as the parameter of its name.
 */
export function narrow<Entity extends ObjectLiteral, Criteria extends object>(
  query: SelectQueryBuilder<Entity>,
  criteria: Criteria,
  conditions: Readonly<Partial<Record<keyof Criteria & string, string>>>,
): SelectQueryBuilder<Entity> {
  for (const [name, value] of Object.entries(criteria)) {
    const condition = conditions[name as keyof Criteria & string];
    if (condition !== undefined && (value ?? null) !== null) query.andWhere(condition, { [name]: value as unknown });
  }
  return query;
}

/** The pattern of LIKE for a text in lower case that holds another; null for none. */
export function containing(text: string | null | undefined): string | null {
  if (typeof text !== 'string') return null;
  return `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/**
 * A time of a row that is only shown, as a `UtcText` with every digit that the database keeps. Making a `Date` of each
 * and a text of that again takes as long as all else that is done for the row.
 */
export function timeShown(column: string): string {
  return `(${column} AT TIME ZONE 'UTC')::text`;
}

/** A time so many seconds ahead by the database's clock, for a column that is set to it; null for none. */
export function inSeconds(seconds: number): () => string;
export function inSeconds(seconds: number | null): (() => string) | null;
export function inSeconds(seconds: number | null): (() => string) | null {
  return seconds === null ? null : () => `now() + make_interval(secs => ${seconds})`;
}
