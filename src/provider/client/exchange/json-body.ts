import { isJsonTooDeep } from '../../../common/text/json-depth.js';

// `*/json`, `*+json` and any text type, with any parameters. Parsing decides whether the body really is JSON.
const MAY_BE_JSON = /^(?:text\/[^;]*|[^;]*[/+]json)\s*(?:;|$)/i;

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

// A float holds every number of 15 digits exactly; longer numbers may be rounded.
const EXACT_DIGITS = 15;

export type BodyFlaw = 'content_type' | 'content_encoding' | 'not_utf8' | 'not_json' | 'too_deep';

export type JsonBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly flaw: BodyFlaw };

/**
 * Parses a body as JSON. RFC 8259 only allows UTF-8, so the declared charset is ignored. A number with more digits than
 * a float holds becomes its literal text after a NUL, which no text field accepts. Never throws.
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

// Runs on every answer, so it is a cheap pre-check. It may also match long numbers inside strings.
const MAY_BE_LONG = /\d[\d.]{15}/;

// Strings come first, so that numbers inside them are skipped.
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function withoutLongNumbers(json: string): string {
  return json.replace(TEXT_OR_NUMBER, (token) =>
    token.startsWith('"') || digitsOf(token) <= EXACT_DIGITS ? token : `"\\u0000${token}"`,
  );
}

/** Number of significant digits in a literal, without leading and trailing zeros. */
function digitsOf(literal: string): number {
  const [mantissa = ''] = literal.toLowerCase().split('e');
  const digits = mantissa.replace('-', '').replace('.', '').replace(/^0+/, '');
  return digits.replace(/0+$/, '').length;
}

/** Returns the value if it is an object; null for anything else, including arrays. */
export function asJsonObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
