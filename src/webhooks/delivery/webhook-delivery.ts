import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUncompressed, readBody } from '../../platform/graphql/http/read-body.js';

// A provider object is under 2 KiB. The rest allows for undocumented bodies.
export const MAX_BODY_BYTES = 64 * 1024;

const MAX_CONTENT_TYPE_LENGTH = 200;

/** Reads the body of a delivery; null if the delivery was refused and answered, or the connection broke. */
export async function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number = MAX_BODY_BYTES,
): Promise<Buffer | null> {
  if (!isUncompressed(request)) {
    refuseDelivery(response, { status: 415, reason: 'Send the body uncompressed, without a Content-Encoding' });
    return null;
  }
  const body = await readBody(request, limit);
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

/** Answers 200. Call it only after the body is committed, because the sender does not send the webhook again. */
export function acknowledge(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' }).end('stored');
}

export function refuseTooLarge(response: ServerResponse, limit: number): void {
  refuseDelivery(response, { status: 413, reason: `The body is larger than ${limit} bytes` });
}

/** Answers and closes the connection, because there is no point in receiving the rest of the body. */
export function refuseDelivery(
  response: ServerResponse,
  { status, reason }: { readonly status: number; readonly reason: string },
): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(reason);
}
