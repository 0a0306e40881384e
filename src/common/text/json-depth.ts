// The deepest input in the schema has six levels, and the provider's objects have two. The rest is reserve.
const MAX_JSON_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text is nested deeper than 32 levels. Call it before parsing: `JSON.parse` handles tens of thousands
 * of levels, but recursive code that walks the result does not.
 */
export function isJsonTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (isInString) {
      // UTF-8 never uses the bytes of a quote or backslash inside another character, so single bytes can be compared.
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) {
      isInString = true;
    } else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (CLOSING.has(byte)) {
      depth -= 1;
    }
  }
  return false;
}
