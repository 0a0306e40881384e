import type { IncomingMessage } from 'node:http';
import { isJsonTooDeep } from '../../../common/text/json-depth.js';

export type Body =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'aborted' };

/** Reads a request's exact bytes, up to `limit`; more are neither kept nor awaited. */
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
    // 'close' is the last event. Without 'end' before it, the sender disconnected.
    request.on('close', () => {
      resolve({ kind: 'aborted' });
    });
    request.on('error', () => {
      resolve({ kind: 'aborted' });
    });
  });
}

/**
 * Whether the body is sent as it is. Compressed bodies are refused everywhere: none is needed at the sizes that are
 * accepted, and a small one may inflate into a large one.
 */
export function isUncompressed({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  // `identity` means no encoding.
  return encoding === undefined || encoding === '' || encoding === 'identity';
}

// A document at its token limit is under 20 kB as people write it; the rest is for variables.
export const MAX_JSON_BYTES = 128 * 1024;

// Any other reader of the body, such as a proxy's filter, assumes UTF-8.
const UTF8_JSON = /^application\/json *(; *charset="?utf-8"? *)?$/i;

export type JsonBody =
  /** Undefined for another content type, which is not read. */
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
  // Requests without a body have a content type too.
  if (body.bytes.length === 0) return { kind: 'json', value: undefined };
  const value = isJsonTooDeep(body.bytes) ? undefined : parseJson(body.bytes.toString('utf8'));
  return typeof value === 'object' && value !== null ? { kind: 'json', value } : { kind: 'refused', status: 400 };
}

function parseJson(text: string): unknown {
  try {
    // Some editors begin a file with a byte order mark.
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
