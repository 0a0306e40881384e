import type { IncomingHttpHeaders } from 'node:http';
import { isTimestamp } from './signature-scheme.js';

/** Keyed by header name in lower case. */
export type SignatureHeaders = Readonly<Record<string, string>>;

// Usual names of signature headers and their companions; other headers are not stored.
const TELLING_NAME = /sign|hmac|digest|timestamp|^x-.*(?:hash|time)/;

// A base64 signature of 64 bytes takes 88 characters; the rest allows for a prefix or several signatures.
const MAX_VALUE_LENGTH = 500;

const MAX_NAME_LENGTH = 100;

// One of each kind is usual. Strangers must not make rows much longer.
const MAX_HEADERS = 6;

function isTelling(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && TELLING_NAME.test(name);
}

/**
 * Returns the headers that may be a webhook's signature or signed with it, to find out later how it is made; null if
 * there are none.
 * @param named headers of the profile, which are always kept
 */
export function signatureHeadersOf(headers: IncomingHttpHeaders, named: readonly string[]): SignatureHeaders | null {
  const kept: [string, string][] = [];
  for (const name of [...named, ...Object.keys(headers).filter(isTelling)]) {
    const value = headers[name];
    const isKept = kept.some(([known]) => known === name);
    if (typeof value !== 'string' || value === '' || value.length > MAX_VALUE_LENGTH || isKept) continue;
    if (kept.length < MAX_HEADERS) kept.push([name, value]);
  }
  // A time alone is no signature.
  return kept.every(([, value]) => isTimestamp(value)) ? null : Object.fromEntries(kept);
}
