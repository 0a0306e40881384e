import type { AxiosResponse } from 'axios';
import type { Exchange } from './http-call.js';
import { parseJsonBody } from './json-body.js';

/** An answer that was received completely, with the bytes of its body. */
export type Answer = Pick<AxiosResponse<Buffer>, 'status' | 'headers' | 'data'>;

type Headers = Answer['headers'];

/**
 * Reads an answer as JSON. A compressed answer is unreadable: we asked for an uncompressed one, and never decompress.
 */
export function readAnswer({ status, headers, data: received }: Answer): Exchange {
  if (!['', 'identity'].includes((textOf(headers, 'content-encoding') ?? '').trim().toLowerCase())) {
    return { kind: 'lost', reason: 'malformed', detail: 'content_encoding', status };
  }
  const body = parseJsonBody(textOf(headers, 'content-type'), received);
  return { kind: 'answered', status, body, received, retryAfterSeconds: retryAfterSeconds(headers) };
}

function retryAfterSeconds(headers: Headers): number | null {
  const value = textOf(headers, 'retry-after');
  if (value === undefined) return null;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  // Measured by the provider's own clock if it sends a `Date` header, because its clock and ours may be hours apart.
  const until = Date.parse(value) - (Date.parse(textOf(headers, 'date') ?? '') || Date.now());
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil(until / 1_000));
}

function textOf(headers: Headers, name: string): string | undefined {
  const value: unknown = headers[name];
  return typeof value === 'string' ? value : undefined;
}
