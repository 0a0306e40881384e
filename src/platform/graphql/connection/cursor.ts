import * as z from 'zod';
import { parseDecimal } from '../../../common/decimal.js';
import { parseUuid } from '../../../common/ids.js';
import { badUserInput } from '../errors/bad-user-input.js';

/** The sort key of a list. The name ties a cursor to the sort order; the kind validates the cursor's value. */
export interface SortKey {
  readonly name: string;
  readonly kind: 'instant' | 'decimal' | 'text';
}

/** A row's position in a sorted list. The id decides between rows with the same value. */
export interface CursorPosition {
  /** The text that the database returned, because a `Date` would drop the microseconds of a time. */
  readonly value: string;
  readonly id: string;
}

const VERSION = 1;

// Room for a sort value of 200 characters (at worst escaped as JSON), the id and the name, in base64.
const MAX_LENGTH = 2000;
const MAX_TEXT_LENGTH = 200;

const wire = z.tuple([z.literal(VERSION), z.string(), z.string(), z.string()]);

// Excludes year 0, which PostgreSQL's calendar does not have.
const INSTANT = /^(?!0000)\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|\+00(?::00)?)$/;

// PostgreSQL can store neither NUL nor lone surrogates.
const UNSTORABLE = /[\0\p{Surrogate}]/u;

// The values become query parameters of these types, which PostgreSQL must be able to parse.
const IS_VALUE_OF: Readonly<Record<SortKey['kind'], (value: string) => boolean>> = {
  instant: (value) => INSTANT.test(value) && isRealDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)),
  decimal: (value) => parseDecimal(value) !== null,
  text: (value) => value.length <= MAX_TEXT_LENGTH && !UNSTORABLE.test(value),
};

export function encodeCursor({ value, id }: CursorPosition, sort: SortKey): string {
  return Buffer.from(JSON.stringify([VERSION, sort.name, value, id])).toString('base64url');
}

/**
 * Decodes a cursor. Cursors are opaque but not secret: a forged cursor merely starts at a different row.
 * @param argument named in the error
 * @throws GraphQLError BAD_USER_INPUT if `encodeCursor` did not create the cursor for this sort
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
  // Buffer ignores invalid base64url characters, but a cursor must be exactly as it was issued.
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
