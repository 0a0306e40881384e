import { getMetadataArgsStorage, type ObjectLiteral, type Repository, type SelectQueryBuilder } from 'typeorm';
import { parseUuid } from '../../common/ids.js';
import { toSnakeCase } from './connection/snake-case-naming-strategy.js';

/**
 * Narrows a query by the criteria that are given; what is null filters nothing. Conditions are literals of the code,
 * each with its criterion as the parameter of its name.
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

// Eight hex digits: of ten million rows with three ids each, none has another's by chance.
const ID_END = 8;

/**
 * The patterns for which a list is searched by its index of trigrams, and with which the rows found are compared; null for
 * none. The index reads where each trigram of a text is, and one of an id is in one row of some fifty. So of a whole id it
 * looks for the end alone, which is random.
 */
export function searchPatterns(text: string | null | undefined): {
  readonly search: string | null;
  readonly wholeSearch: string | null;
} {
  const id = parseUuid(text ?? '');
  return id === null
    ? { search: containing(text), wholeSearch: null }
    : { search: containing(id.slice(-ID_END)), wholeSearch: containing(id) };
}

/** The conditions of `searchPatterns`. The second is not the expression of the index, to the letter, and so only compares. */
export function searchConditions(expression: string): { readonly search: string; readonly wholeSearch: string } {
  return { search: `${expression} LIKE :search`, wholeSearch: `${expression} || '' LIKE :wholeSearch` };
}

/**
 * Selects from the table of an entity by its columns. The table is in parentheses: otherwise TypeORM searches every
 * clause for the properties of the entity, 25 for an order.
 */
export function selectPlain<Entity extends ObjectLiteral>(
  { manager, metadata }: Repository<Entity>,
  alias: string,
): SelectQueryBuilder<Entity> {
  return manager.createQueryBuilder().from<Entity>(`(TABLE ${metadata.tableName})`, alias);
}

/** The column properties of an entity, except the given ones. */
export function propertiesBut<Entity extends object>(
  entity: new () => Entity,
  without: readonly (keyof Entity)[],
): string[] {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  return columns.map(({ propertyName }) => propertyName).filter((name) => !without.includes(name as keyof Entity));
}

/**
 * The columns of rows that are only shown, under the names of their properties, for a statement. Times come as a
 * `UtcText` with every digit that the database keeps: making a `Date` of each and a text of that again is a tenth of the
 * processor time of a page.
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

/** A time so many seconds ahead by the database's clock, for a column that is set to it; null for none. */
export function inSeconds(seconds: number): () => string;
export function inSeconds(seconds: number | null): (() => string) | null;
export function inSeconds(seconds: number | null): (() => string) | null {
  return seconds === null ? null : () => `now() + make_interval(secs => ${seconds})`;
}
