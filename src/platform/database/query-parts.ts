import { getMetadataArgsStorage, type ObjectLiteral, type Repository, type SelectQueryBuilder } from 'typeorm';
import { parseUuid } from '../../common/ids.js';
import { toSnakeCase } from './connection/snake-case-naming-strategy.js';

/**
 * Narrows a query by the given criteria; null filters nothing. Conditions are literals of our code, each with its
 * criterion as the parameter of the same name.
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

/** The LIKE pattern for containing a text, in lower case; null for none. */
export function containing(text: string | null | undefined): string | null {
  if (typeof text !== 'string') return null;
  return `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

// Eight hex digits: among ten million rows with three ids each, they match no other row by chance.
const ID_END = 8;

/**
 * The patterns for searching a list by its trigram index, and for comparing the rows found; null for none. The index
 * lists the rows of each trigram, and one of an id occurs in one row of about fifty. So only the random end of a whole
 * id is looked up.
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

/** The SQL conditions for `searchPatterns`. The second is not literally the index's expression, so it only compares. */
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
 * Selects columns of rows that are only shown, named by their properties. Times are a `UtcText` with all digits of the
 * database: converting them to `Date` and back takes a tenth of a page's processor time.
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

/** SQL for a time this many seconds ahead by the database's clock; null for none. */
export function inSeconds(seconds: number): () => string;
export function inSeconds(seconds: number | null): (() => string) | null;
export function inSeconds(seconds: number | null): (() => string) | null {
  return seconds === null ? null : () => `now() + make_interval(secs => ${seconds})`;
}
