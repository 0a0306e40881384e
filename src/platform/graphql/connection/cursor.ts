import * as z from 'zod';
import { parseDecimal } from '../../../common/decimal.js';
import { parseUuid } from '../../../common/ids.js';
import { badUserInput } from '../errors/bad-user-input.js';

/**
 * The key that a list is sorted by: the name ties a cursor to its sort, the kind says what its value must look like.
 */
export interface SortKey {
  readonly name: string;
  readonly kind: 'instant' | 'decimal' | 'text';
}

/** A row's place in a sorted list: the value it is sorted by, and its id where values are equal. */
export interface CursorPosition {
  /** The database's own text of the value. An instant keeps its microseconds, which a `Date` would cut off. */
  readonly value: string;
  readonly id: string;
}

const VERSION = 1;

// A sort value of 200 characters, escaped as JSON at worst, with id and name, in base64.
const MAX_LENGTH = 2000;
const MAX_TEXT_LENGTH = 200;

const wire = z.tuple([z.literal(VERSION), z.string(), z.string(), z.string()]);

// The calendar of PostgreSQL has no year 0.
const INSTANT = /^(?!0000)\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|\+00(?::00)?)$/;

// PostgreSQL's text holds neither NUL nor half a surrogate pair.
const UNSTORABLE = /[\0\p{Surrogate}]/u;

// Whatever passes here enters a query as a parameter of that type, and PostgreSQL must not choke on it.
const IS_VALUE_OF: Readonly<Record<SortKey['kind'], (value: string) => boolean>> = {
  instant: (value) => INSTANT.test(value) && isRealDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)),
  decimal: (value) => parseDecimal(value) !== null,
  text: (value) => value.length <= MAX_TEXT_LENGTH && !UNSTORABLE.test(value),
};

/** The opaque cursor of a row in a list sorted by `sort`. */
export function encodeCursor({ value, id }: CursorPosition, sort: SortKey): string {
  return Buffer.from(JSON.stringify([VERSION, sort.name, value, id])).toString('base64url');
}

/**
 * The place a cursor names. A cursor is opaque but not secret: whoever forges a well-formed one only pages from there.
 *
 * @param argument the argument it came in, named when it is refused
 * @throws GraphQLError BAD_USER_INPUT when it was not made by `encodeCursor` for this sort
 */
export function decodeCursor(
  cursor: string,
  { sort, argument }: { readonly sort: SortKey; readonly argument: 'after' | 'before' },
): CursorPosition {
  const refusal = (): Error => badUserInput('must be a cursor from a page in the same order', [argument]);
  const parsed = wire.safeParse(cursor.length > MAX_LENGTH ? null : readJson(cursor));
  if (!parsed.success) throw refusal();
  const [, name, value, rawId] = parsed.data;
  const id = parseUuid(rawId);
  if (name !== sort.name || id === null || !IS_VALUE_OF[sort.kind](value)) throw refusal();
  return { value, id };
}

function readJson(cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url');
  // Buffer skips what is not base64url; a cursor must be exactly what was handed out.
  if (bytes.toString('base64url') !== cursor) return null;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function isRealDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
