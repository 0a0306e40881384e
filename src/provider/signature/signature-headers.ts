import type { IncomingHttpHeaders } from 'node:http';
import { isTimestamp } from './signature-scheme.js';

/** Headers by their name in lower case. */
export type SignatureHeaders = Readonly<Record<string, string>>;

// Names that services give to signatures and what goes with them; a header under any other name is not kept.
const TELLING_NAME = /sign|hmac|digest|timestamp|^x-.*(?:hash|time)/;

// A base64 signature of 64 bytes takes 88; the rest is for a prefix or a list of several.
const MAX_VALUE_LENGTH = 500;

const MAX_NAME_LENGTH = 100;

// One of each kind is usual; strangers must not make a row much longer than that.
const MAX_HEADERS = 6;

function isTelling(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && TELLING_NAME.test(name);
}

/**
 * The headers of a webhook that may be its signature or be signed along, for finding out later how it is made. Null
 * when nothing looks like it.
 *
 * @param named the headers that the profile says it is in, kept whatever they are called
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
