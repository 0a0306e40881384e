import type { IncomingHttpHeaders } from 'node:http';
import { isTimestamp } from './signature-scheme.js';

/** Keyed by header name in lower case. */
export type SignatureHeaders = Readonly<Record<string, string>>;

// The usual names for headers with a signature or a signed time. Other headers are not stored.
const TELLING_NAME = /sign|hmac|digest|timestamp|^x-.*(?:hash|time)/;

// A base64 signature of 64 bytes takes 88 characters; the rest allows for a prefix or several signatures.
const MAX_VALUE_LENGTH = 500;

const MAX_NAME_LENGTH = 100;

// A provider usually sends one signature and one time. The limit keeps unknown senders from storing much more.
const MAX_HEADERS = 6;

function isTelling(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && TELLING_NAME.test(name);
}

/**
 * Returns the headers that may contain a webhook's signature or be signed with it, so that its scheme can be found out
 * later; null if there are none.
 * @param named headers named in the profile, which are always kept
 */
export function signatureHeadersOf(headers: IncomingHttpHeaders, named: readonly string[]): SignatureHeaders | null {
  const kept: [string, string][] = [];
  for (const name of [...named, ...Object.keys(headers).filter(isTelling)]) {
    const value = headers[name];
    const isKept = kept.some(([known]) => known === name);
    if (typeof value !== 'string' || value === '' || value.length > MAX_VALUE_LENGTH || isKept) continue;
    if (kept.length < MAX_HEADERS) kept.push([name, value]);
  }
  // Headers that are all times contain no signature.
  return kept.every(([, value]) => isTimestamp(value)) ? null : Object.fromEntries(kept);
}
