import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Exchange } from './http-call.js';
import { parseJsonBody } from './json-body.js';

// The documented objects take about 1 KiB; a list of banks or services stays far below this.
const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads an answer to its end, or to where it is too large.
 *
 * By events: most answers are one chunk, for which the iteration of a stream costs more than all the rest of it.
 *
 * @param chunks takes what comes, so that it is known also where the answer does not come to its end
 * @throws Error when the connection ends before the answer does
 */
export function readAnswer(response: IncomingMessage, chunks: Buffer[]): Promise<Exchange> {
  const status = response.statusCode ?? 0;
  // We asked for identity. Inflating what was not asked for would let a few bytes become gigabytes.
  if (!['', 'identity'].includes((response.headers['content-encoding'] ?? '').trim().toLowerCase())) {
    response.destroy();
    return Promise.resolve({ kind: 'lost', reason: 'malformed', detail: 'content_encoding', status });
  }
  return new Promise((resolve, reject) => {
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) {
        chunks.push(chunk);
        return;
      }
      resolve({ kind: 'lost', reason: 'too_large', status, received: joined(chunks) });
      response.destroy();
    });
    response.on('end', () => {
      const received = joined(chunks);
      const body = parseJsonBody(response.headers['content-type'], received);
      resolve({ kind: 'answered', status, body, received, retryAfterSeconds: retryAfterSeconds(response.headers) });
    });
    response.on('error', reject);
    response.on('close', () => {
      // A stream that is destroyed without an error ends with this alone.
      if (!response.readableEnded) reject(new Error('The answer was cut off'));
    });
  });
}

export function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}

function retryAfterSeconds(headers: IncomingHttpHeaders): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  // The provider's own clock counts, where it gives it: the two may be hours apart.
  const until = Date.parse(value) - (Date.parse(headers.date ?? '') || Date.now());
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil(until / 1_000));
}
