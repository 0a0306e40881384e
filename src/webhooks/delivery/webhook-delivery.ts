import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRawBody } from './read-raw-body.js';

// An object of the provider is under 2 KiB; this leaves room for a body nobody has documented.
export const MAX_BODY_BYTES = 64 * 1024;

const MAX_CONTENT_TYPE_LENGTH = 200;

/** The body of a delivery, or null when it was refused, which is then answered, or broken off. */
export async function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number = MAX_BODY_BYTES,
): Promise<Buffer | null> {
  // `identity` means no encoding.
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') {
    refuseDelivery(response, { status: 415, reason: 'Send the body uncompressed, without a Content-Encoding' });
    return null;
  }
  const body = await readRawBody(request, limit);
  if (body.kind === 'too_large') {
    refuseTooLarge(response, limit);
  }
  return body.kind === 'body' ? body.bytes : null;
}

export function refuseEmpty(response: ServerResponse): void {
  refuseDelivery(response, { status: 400, reason: 'The body is empty' });
}

export function contentTypeOf(request: IncomingMessage): string | null {
  return request.headers['content-type']?.slice(0, MAX_CONTENT_TYPE_LENGTH) ?? null;
}

/** To be called only once the body is committed: the sender forgets it then. */
export function acknowledge(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' }).end('stored');
}

export function refuseTooLarge(response: ServerResponse, limit: number): void {
  refuseDelivery(response, { status: 413, reason: `The body is larger than ${limit} bytes` });
}

/** The rest of an unread body is not worth receiving: the connection ends with the answer. */
export function refuseDelivery(
  response: ServerResponse,
  { status, reason }: { readonly status: number; readonly reason: string },
): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(reason);
}
