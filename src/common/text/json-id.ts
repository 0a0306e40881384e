import { parseObjectId } from '../ids.js';

// Webhooks are untrusted, so they are only searched as deep as an order object nests.
const MAX_DEPTH = 32;

// Interface fields that contain other objects' ids. Reading a payout by one of them always fails.
const IDS_OF_OTHERS = /["']?(?:merchant|shop|terminal|external)_?id(?:["']?\s*[:=]\s*["']?|>\s*)[0-9a-f-]{36}/gi;

const UUID_IN_TEXT = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi;

/**
 * Finds the ids that a body may name, in any format: JSON in any envelope, a form, text, or part of these. Those at
 * `paths` come first, then all others in order. UUIDs are ASCII, so the charset does not matter.
 * @param limit maximum number; each may cost a read
 */
export function findIdsInBody(body: Buffer, paths: readonly (readonly string[])[], limit: number): string[] {
  const text = asciiOf(body).replaceAll(IDS_OF_OTHERS, '');
  const inText = [...text.matchAll(UUID_IN_TEXT)].flatMap(([uuid]) => parseObjectId(uuid) ?? []);
  return [...new Set([...idsAt(parseJson(body), paths), ...inText])].slice(0, limit);
}

const COMPACT_UUID = /(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])/gi;

/** Finds UUIDs without hyphens. A checksum looks the same, so a match counts only if the id is known. */
export function findCompactIds(body: Buffer, limit: number): string[] {
  const found = [...asciiOf(body).matchAll(COMPACT_UUID)].flatMap(
    ([hex]) => parseObjectId(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')) ?? [],
  );
  return [...new Set(found)].slice(0, limit);
}

// In JSON, a form, XML or text; with as many blanks as a formatter writes, and ids as long as an order's can be.
const EXTERNAL_ID = /external_?id(?:["']?\s{0,4}[:=]\s{0,4}["']?|>\s{0,4})([^"'&,;<>{}[\]\r\n]{1,128})/gi;

/** Finds up to `limit` merchant ids that a body names as `externalId`. */
export function findExternalIds(body: Buffer, limit: number): string[] {
  const text = (isUtf16(body) ? body.toString('utf16le') : body.toString('utf8')).replaceAll('\0', '');
  const found = [...text.matchAll(EXTERNAL_ID)].flatMap(([, id = '']) => [id.trim(), decodeForm(id.trim())]);
  return [...new Set(found.filter((id) => id !== ''))].slice(0, limit);
}

/**
 * Extracts the ASCII of a body in any charset. UTF-16 has a zero before or after each letter; hyphens may be escaped.
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

/** Maximum nesting of brackets, even inside strings: an upper bound is enough to refuse a bomb. */
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
