import { badUserInput } from '../errors/bad-user-input.js';
import { type CursorPosition, decodeCursor, type SortKey } from './cursor.js';
import type { PageArguments } from './page-arguments.js';

/** Describes a page to a repository: fetch `limit + 1` rows beyond `cursor`, the nearest first. */
export interface PageRequest {
  readonly limit: number;
  /** With `backward` the list's order is reversed, so that the rows nearest to the cursor come first. */
  readonly direction: 'forward' | 'backward';
  /** The row at the cursor is excluded. Null starts at the end of the list that the direction starts from. */
  readonly cursor: CursorPosition | null;
}

// Fills the dashboard's tables on one screen.
const DEFAULT_SIZE = 20;

// Part of the API contract: with the 300 fields that a document may select, a response stays within a few MB.
const MAX_SIZE = 100;

/**
 * Converts paging arguments. `first`/`after` page forward, `last`/`before` backward. Mixing them is rejected, because
 * the Relay specification gives that a meaning nobody expects.
 * @throws GraphQLError BAD_USER_INPUT naming the argument
 */
export function toPageRequest(page: Readonly<PageArguments>, sort: SortKey): PageRequest {
  const first = page.first ?? null;
  const after = page.after ?? null;
  const last = page.last ?? null;
  const before = page.before ?? null;
  if (first !== null && last !== null) throw badUserInput('must not be given together with first', ['last']);
  if (after !== null && before !== null) throw badUserInput('must not be given together with after', ['before']);
  if (first !== null && before !== null) throw badUserInput('goes with last, not with first', ['before']);
  if (last !== null && after !== null) throw badUserInput('goes with first, not with last', ['after']);

  if (last !== null || before !== null) {
    const cursor = before === null ? null : decodeCursor(before, { sort, argument: 'before' });
    return { limit: sizeOf(last, 'last'), direction: 'backward', cursor };
  }
  const cursor = after === null ? null : decodeCursor(after, { sort, argument: 'after' });
  return { limit: sizeOf(first, 'first'), direction: 'forward', cursor };
}

function sizeOf(size: number | null, argument: 'first' | 'last'): number {
  if (size === null) return DEFAULT_SIZE;
  if (!Number.isInteger(size) || size < 1 || size > MAX_SIZE) {
    throw badUserInput(`must be from 1 to ${MAX_SIZE}`, [argument]);
  }
  return size;
}
