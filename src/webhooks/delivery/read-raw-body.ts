import type { IncomingMessage } from 'node:http';

export type RawBody =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'aborted' };

/** Reads a request's exact bytes, up to `limit`; more are neither kept nor awaited. */
export function readRawBody(request: IncomingMessage, limit: number): Promise<RawBody> {
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
      resolve({ kind: 'body', bytes: Buffer.concat(chunks) });
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
