import { parseObjectId } from '../ids.js';

// Nothing in a webhook is believed, so only as much of it is looked at as an order object needs.
const MAX_DEPTH = 32;

/**
 * The provider's id of the object that a webhook body speaks of, or null when it names none. The format of webhooks is
 * not documented, so the id is looked for in the places the provider profile lists; a value that is not a
 * UUID is no id, whatever else it is.
 *
 * @param paths property names from the outside in, tried in this order
 */
export function findIdInJson(body: Buffer, paths: readonly (readonly string[])[]): string | null {
  return idsAt(parseJson(body), paths)[0] ?? null;
}

// Fields of the interface whose ids are of other things: asking for a payout by one of them can only be in vain.
const IDS_OF_OTHERS = /["']?(?:merchant|shop|terminal|external)_?id["']?\s*[:=]\s*["']?[0-9a-f-]{36}/gi;

const UUID_IN_TEXT = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi;

/**
 * The ids that a body of any form may name: JSON in whatever envelope, a form, text, a part of one of these. Those at
 * `paths` come first, then all others as they stand there. A UUID is ASCII, so the charset does not matter either.
 *
 * @param limit how many at most; each may cost a read
 */
export function findIdsInBody(body: Buffer, paths: readonly (readonly string[])[], limit: number): string[] {
  // A zero before or behind each letter is UTF-16.
  const text = body.toString('latin1').replaceAll('\0', '').replaceAll(IDS_OF_OTHERS, '');
  const inText = [...text.matchAll(UUID_IN_TEXT)].flatMap(([uuid]) => parseObjectId(uuid) ?? []);
  return [...new Set([...idsAt(parseJson(body), paths), ...inText])].slice(0, limit);
}

function idsAt(value: unknown, paths: readonly (readonly string[])[]): string[] {
  return paths.flatMap((path) => {
    const found = path.reduce<unknown>((inner, name) => ownProperty(inner, name), value);
    return typeof found === 'string' ? (parseObjectId(found) ?? []) : [];
  });
}

function parseJson(body: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return nestingOf(text) <= MAX_DEPTH ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** How deep brackets nest, counting those inside strings too: an upper bound is enough to refuse a bomb. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

function ownProperty(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
