import { getMetadataArgsStorage, type ObjectLiteral, type Repository, type SelectQueryBuilder } from 'typeorm';
import { parseUuid } from '../../common/ids.js';
import { toSnakeCase } from './connection/snake-case-naming-strategy.js';

/**
 * Narrows a query by the given criteria; a criterion that is null filters nothing. Each condition is a literal in our
 * code and uses the parameter with the name of its criterion.
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

/**
 * The columns that a search compares, prefixed with the table's alias. In a large table each expression below needs an
 * index.
 */
export interface SearchedColumns {
  /** Columns of type uuid. Compared as `id` and `reverse(id::text)`. */
  readonly uuids: readonly string[];
  /** Other id columns. Compared as `lower(id)` and `reverse(lower(id))`. */
  readonly ids: readonly string[];
  /** Text for people. Compared by the trigrams of `lower(words)`. */
  readonly words: string;
}

/**
 * Narrows a query to rows with an id that begins or ends with a text, or with words that contain it, ignoring case.
 * Null filters nothing.
 */
export function narrowToFound<Entity extends ObjectLiteral>(
  query: SelectQueryBuilder<Entity>,
  { uuids, ids, words }: SearchedColumns,
  text: string | null | undefined,
): SelectQueryBuilder<Entity> {
  if (typeof text !== 'string') return query;
  const beginning = text.toLowerCase();
  // Reverses by code points, as PostgreSQL does.
  const end = Array.from(beginning).reverse().join('');
  // Uses ranges, because PostgreSQL assumes that any LIKE matches one row in ten thousand, and would scan a large table
  // from its newest row. Each expression must be spelled exactly as in its index, or PostgreSQL does not use the index.
  const conditions = [
    ...uuids.flatMap((id) => [`${id} BETWEEN :firstUuid AND :lastUuid`, endsIn(`${id}::text`)]),
    ...ids.flatMap((id) => [`lower(${id}) COLLATE "C" BETWEEN :beginning AND :lastBeginning`, endsIn(`lower(${id})`)]),
    `lower(${words}) LIKE :part`,
  ];
  return query.andWhere(`(${conditions.join(' OR ')})`, {
    // Null if no UUID can begin with the text.
    firstUuid: parseUuid(beginning + '00000000-0000-0000-0000-000000000000'.slice(beginning.length)),
    lastUuid: parseUuid(beginning + 'ffffffff-ffff-ffff-ffff-ffffffffffff'.slice(beginning.length)),
    ...{ beginning, lastBeginning: beginning + LAST_CHARACTER },
    ...{ end, lastEnd: end + LAST_CHARACTER },
    part: `%${beginning.replace(/[\\%_]/g, (character) => `\\${character}`)}%`,
  });
}

// The last character in Unicode, which sorts after every text.
const LAST_CHARACTER = '\u{10ffff}';

function endsIn(expression: string): string {
  return `reverse(${expression}) COLLATE "C" BETWEEN :end AND :lastEnd`;
}

/**
 * Selects from an entity's table by column names. The table is in parentheses: otherwise TypeORM searches every clause
 * for the entity's properties, of which an order has 25.
 */
export function selectPlain<Entity extends ObjectLiteral>(
  { manager, metadata }: Repository<Entity>,
  alias: string,
): SelectQueryBuilder<Entity> {
  return manager.createQueryBuilder().from<Entity>(`(TABLE ${metadata.tableName})`, alias);
}

/** The column properties of an entity, without the given ones. */
export function propertiesBut<Entity extends object>(
  entity: new () => Entity,
  without: readonly (keyof Entity)[],
): string[] {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  return columns.map(({ propertyName }) => propertyName).filter((name) => !without.includes(name as keyof Entity));
}

/**
 * Selects columns for rows that are only displayed, named by their properties. Times are a `UtcText` with all digits of
 * the database: converting them to `Date` and back takes a tenth of a page's CPU time.
 */
export function columnsShown(
  alias: string,
  { plain, times }: { readonly plain: readonly string[]; readonly times: readonly string[] },
): string {
  const columns = [
    ...plain.map((name) => `${alias}.${toSnakeCase(name)} AS "${name}"`),
    ...times.map((name) => `(${alias}.${toSnakeCase(name)} AT TIME ZONE 'UTC')::text AS "${name}"`),
  ];
  return columns.join(', ');
}

/** Returns SQL for a time this many seconds from now, by the database's clock; null stays null. */
export function inSeconds(seconds: number): () => string;
export function inSeconds(seconds: number | null): (() => string) | null;
export function inSeconds(seconds: number | null): (() => string) | null {
  return seconds === null ? null : () => `now() + make_interval(secs => ${seconds})`;
}
