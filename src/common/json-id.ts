import { parseUuid } from './ids.js';

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
  const value = parseJson(body);
  for (const path of paths) {
    const found = path.reduce<unknown>((inner, name) => ownProperty(inner, name), value);
    const id = typeof found === 'string' ? parseUuid(found) : null;
    if (id !== null) return id;
  }
  return null;
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
