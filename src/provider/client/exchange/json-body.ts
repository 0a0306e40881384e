import { isJsonTooDeep } from '../../../common/text/json-depth.js';

// RFC 8259 knows UTF-8 only; another charset means an intermediary's page or a misconfigured one.
const JSON_CONTENT_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

export type JsonBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/**
 * The body as JSON. Not ok for another content type, bytes that are not UTF-8, text that is not JSON, and nesting
 * deeper than 32 levels. Never throws.
 */
export function parseJsonBody(contentType: string | undefined, bytes: Uint8Array): JsonBody {
  if (contentType === undefined || !JSON_CONTENT_TYPE.test(contentType)) return { ok: false };
  try {
    return isJsonTooDeep(bytes) ? { ok: false } : { ok: true, value: JSON.parse(UTF_8.decode(bytes)) };
  } catch {
    return { ok: false };
  }
}

/** The value as an object with string keys, or null when it is anything else, arrays included. */
export function asJsonObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
