import type { IncomingMessage } from 'node:http';
import { isJsonTooDeep } from '../../../common/text/json-depth.js';

export type Body =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'aborted' };

/** Reads the exact bytes of a request, up to `limit`. Further bytes are neither kept nor awaited. */
export function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
      } else {
        request.pause();
        resolve({ kind: 'too_large' });
      }
    });
    request.on('end', () => {
      const [first, ...others] = chunks;
      resolve({ kind: 'body', bytes: first && others.length === 0 ? first : Buffer.concat(chunks) });
    });
    // 'close' is the last event. If there was no 'end' before it, the client has disconnected.
    request.on('close', () => {
      resolve({ kind: 'aborted' });
    });
    request.on('error', () => {
      resolve({ kind: 'aborted' });
    });
  });
}

/**
 * Whether the body is uncompressed. Compressed bodies are rejected everywhere: at the accepted sizes nobody needs them,
 * and a small one may decompress into a large one.
 */
export function isUncompressed({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  // `identity` means that there is no encoding.
  return encoding === undefined || encoding === '' || encoding === 'identity';
}

// A document with the maximum number of tokens takes less than 20 kB; the rest is for variables.
export const MAX_JSON_BYTES = 128 * 1024;

// Only UTF-8, because other readers of the body, such as a proxy's filter, assume that it is.
const UTF8_JSON = /^application\/json *(; *charset="?utf-8"? *)?$/i;

export type JsonBody =
  /** The body has another content type and was not read. */
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 415 }
  | { readonly kind: 'aborted' };

/** Reads a JSON object or array of at most 128 KiB. */
export async function readJsonBody(request: IncomingMessage): Promise<JsonBody> {
  const type = request.headers['content-type'] ?? '';
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') return { kind: 'json', value: undefined };
  if (!UTF8_JSON.test(type) || !isUncompressed(request)) return { kind: 'refused', status: 415 };
  if (Number(request.headers['content-length']) > MAX_JSON_BYTES) return { kind: 'refused', status: 413 };
  const body = await readBody(request, MAX_JSON_BYTES);
  if (body.kind === 'aborted') return body;
  if (body.kind === 'too_large') return { kind: 'refused', status: 413 };
  // Requests without a body may still have a content type.
  if (body.bytes.length === 0) return { kind: 'json', value: undefined };
  const value = isJsonTooDeep(body.bytes) ? undefined : parseJson(body.bytes.toString('utf8'));
  return typeof value === 'object' && value !== null ? { kind: 'json', value } : { kind: 'refused', status: 400 };
}

function parseJson(text: string): unknown {
  try {
    // Some editors write a byte order mark at the beginning of a file.
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
