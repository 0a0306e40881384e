import { parseObjectId } from '../ids.js';

// Webhooks are untrusted, so their JSON is parsed only up to this depth. Order objects are much flatter.
const MAX_DEPTH = 32;

// Fields of the interface that contain other objects' ids. Reading a payout by such an id always fails.
const IDS_OF_OTHERS = /["']?(?:merchant|shop|terminal|external)_?id(?:["']?\s*[:=]\s*["']?|>\s*)[0-9a-f-]{36}/gi;

const UUID_IN_TEXT = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi;

/**
 * Finds the ids that a body may name, in any format: JSON in any envelope, a form, plain text, or a fragment of these.
 * Ids at `paths` come first, then all others in the order of the text. UUIDs are ASCII, so the charset does not matter.
 * @param limit maximum number of ids; each may cost a read
 */
export function findIdsInBody(body: Buffer, paths: readonly (readonly string[])[], limit: number): string[] {
  const text = asciiOf(body).replaceAll(IDS_OF_OTHERS, '');
  const inText = [...text.matchAll(UUID_IN_TEXT)].flatMap(([uuid]) => parseObjectId(uuid) ?? []);
  return [...new Set([...idsAt(parseJson(body), paths), ...inText])].slice(0, limit);
}

const COMPACT_UUID = /(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])/gi;

/** Finds UUIDs without hyphens. A checksum looks the same, so the caller must check that the id is known. */
export function findCompactIds(body: Buffer, limit: number): string[] {
  const found = [...asciiOf(body).matchAll(COMPACT_UUID)].flatMap(
    ([hex]) => parseObjectId(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')) ?? [],
  );
  return [...new Set(found)].slice(0, limit);
}

// Matches in JSON, a form, XML or text, with as many blanks as a formatter writes, and ids up to the maximum length for
// orders.
const EXTERNAL_ID = /external_?id(?:["']?\s{0,4}[:=]\s{0,4}["']?|>\s{0,4})([^"'&,;<>{}[\]\r\n]{1,128})/gi;

/** Finds up to `limit` of the merchant's ids that a body names as `externalId`. */
export function findExternalIds(body: Buffer, limit: number): string[] {
  const text = (isUtf16(body) ? body.toString('utf16le') : body.toString('utf8')).replaceAll('\0', '');
  const found = [...text.matchAll(EXTERNAL_ID)].flatMap(([, id = '']) => [id.trim(), decodeForm(id.trim())]);
  return [...new Set(found.filter((id) => id !== ''))].slice(0, limit);
}

/**
 * Extracts the ASCII characters of a body in any charset. UTF-16 has a zero byte before or after each letter. Hyphens
 * may be escaped.
 */
function asciiOf(body: Buffer): string {
  return body
    .toString('latin1')
    .replaceAll('\0', '')
    .replaceAll(/%2d|\\u002d/gi, '-');
}

function isUtf16(body: Buffer): boolean {
  return body.length > 1 && body[1] === 0;
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
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

/** Returns the maximum nesting of brackets, including those in strings: an upper bound is enough to reject a bomb. */
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
