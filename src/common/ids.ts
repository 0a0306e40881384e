import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Creates a UUID version 7, so that new rows lie next to each other in the primary key. */
export function newId(): string {
  return v7();
}

/**
 * Returns the text as a UUID in lower case, or null if it is not one. Every id from outside is parsed here before it
 * enters a query or a URL path.
 */
export function parseUuid(text: string): string | null {
  const lower = text.toLowerCase();
  return UUID.test(lower) ? lower : null;
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Like `parseUuid`, but also null for the nil UUID, which some systems show for objects without an id. */
export function parseObjectId(text: string): string | null {
  const uuid = parseUuid(text);
  return uuid === NIL_UUID ? null : uuid;
}
