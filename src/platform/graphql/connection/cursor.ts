import * as z from 'zod';
import { parseDecimal } from '../../../common/decimal.js';
import { parseUuid } from '../../../common/ids.js';
import { badUserInput } from '../errors/bad-user-input.js';

/** A list's sort key: the name ties cursors to the sort, the kind validates their values. */
export interface SortKey {
  readonly name: string;
  readonly kind: 'instant' | 'decimal' | 'text';
}

/** A row's position in a sorted list. The id breaks ties. */
export interface CursorPosition {
  /** The database's own text: an instant keeps its microseconds, which a `Date` would drop. */
  readonly value: string;
  readonly id: string;
}

const VERSION = 1;

// A sort value of 200 characters, at worst escaped as JSON, with id and name, in base64.
const MAX_LENGTH = 2000;
const MAX_TEXT_LENGTH = 200;

const wire = z.tuple([z.literal(VERSION), z.string(), z.string(), z.string()]);

// PostgreSQL's calendar has no year 0.
const INSTANT = /^(?!0000)\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|\+00(?::00)?)$/;

// PostgreSQL's text holds neither NUL nor lone surrogates.
const UNSTORABLE = /[\0\p{Surrogate}]/u;

// These values become query parameters of that type, which PostgreSQL must accept.
const IS_VALUE_OF: Readonly<Record<SortKey['kind'], (value: string) => boolean>> = {
  instant: (value) => INSTANT.test(value) && isRealDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)),
  decimal: (value) => parseDecimal(value) !== null,
  text: (value) => value.length <= MAX_TEXT_LENGTH && !UNSTORABLE.test(value),
};

export function encodeCursor({ value, id }: CursorPosition, sort: SortKey): string {
  return Buffer.from(JSON.stringify([VERSION, sort.name, value, id])).toString('base64url');
}

/**
 * Decodes a cursor. Cursors are opaque but not secret: a forged one merely starts elsewhere.
 * @param argument named in the error
 * @throws GraphQLError BAD_USER_INPUT if `encodeCursor` did not create it for this sort
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
  // Buffer skips invalid base64url; a cursor must be exactly what was issued.
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
