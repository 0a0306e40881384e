import { isJsonTooDeep } from '../../../common/text/json-depth.js';

// `*/json`, `*+json` and any text, with whatever parameters: what makes a body JSON is that it parses.
const MAY_BE_JSON = /^(?:text\/[^;]*|[^;]*[/+]json)\s*(?:;|$)/i;

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

// A float holds every number of 15 digits exactly; of longer ones it may have lost some.
const EXACT_DIGITS = 15;

/** Why a body is not read as JSON. */
export type BodyFlaw = 'content_type' | 'content_encoding' | 'not_utf8' | 'not_json' | 'too_deep';

export type JsonBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly flaw: BodyFlaw };

/**
 * The body as JSON. RFC 8259 knows UTF-8 only, so a charset in the label decides nothing. A number of more digits than
 * a float holds becomes its literal text behind a NUL, which no field takes for a text of the provider. Never throws.
 */
export function parseJsonBody(contentType: string | undefined, bytes: Uint8Array): JsonBody {
  if (contentType !== undefined && contentType !== '' && !MAY_BE_JSON.test(contentType)) {
    return { ok: false, flaw: 'content_type' };
  }
  let text: string;
  try {
    text = UTF_8.decode(bytes);
  } catch {
    return { ok: false, flaw: 'not_utf8' };
  }
  if (isJsonTooDeep(bytes)) return { ok: false, flaw: 'too_deep' };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: MAY_BE_LONG.test(text) ? JSON.parse(withoutLongNumbers(text)) : value };
  } catch {
    return { ok: false, flaw: 'not_json' };
  }
}

// Asked of every answer, so cheaper than a search for numbers; a long number in a text is found by it too.
const MAY_BE_LONG = /\d[\d.]{15}/;

// Texts first, so that a number in a text is none.
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function withoutLongNumbers(json: string): string {
  return json.replace(TEXT_OR_NUMBER, (token) =>
    token.startsWith('"') || digitsOf(token) <= EXACT_DIGITS ? token : `"\\u0000${token}"`,
  );
}

/** The significant digits of a literal: zeros before the first and behind the last one do not count. */
function digitsOf(literal: string): number {
  const [mantissa = ''] = literal.toLowerCase().split('e');
  const digits = mantissa.replace('-', '').replace('.', '').replace(/^0+/, '');
  return digits.replace(/0+$/, '').length;
}

/** The value as an object with string keys, or null when it is anything else, arrays included. */
export function asJsonObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
