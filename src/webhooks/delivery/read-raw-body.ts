import type { IncomingMessage } from 'node:http';

export type RawBody =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'aborted' };

/** The bytes of a request exactly as sent, at most `limit` of them; more are neither kept nor waited for. */
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
    // 'close' comes last of all; without 'end' before it the sender went away.
    request.on('close', () => {
      resolve({ kind: 'aborted' });
    });
    request.on('error', () => {
      resolve({ kind: 'aborted' });
    });
  });
}
