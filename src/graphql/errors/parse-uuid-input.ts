import { parseUuid } from '../../common/ids.js';
import { badUserInput } from './bad-user-input.js';

/**
 * An id from a client as a UUID in lower case; null stays null.
 *
 * @throws GraphQLError BAD_USER_INPUT naming `field` when it is not a UUID
 */
export function parseUuidInput(text: string, field: readonly string[]): string;
export function parseUuidInput(text: string | null | undefined, field: readonly string[]): string | null;
export function parseUuidInput(text: string | null | undefined, field: readonly string[]): string | null {
  if (text === null || text === undefined) return null;
  const uuid = parseUuid(text);
  if (uuid === null) throw badUserInput('must be a UUID', field);
  return uuid;
}
