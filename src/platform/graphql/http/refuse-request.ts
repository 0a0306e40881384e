import type { ServerResponse } from 'node:http';
import { MAX_JSON_BYTES } from './read-body.js';

const MESSAGES = {
  400: 'The body is not JSON, or is nested too deeply.',
  403: 'Only a page of this origin may use a session.',
  405: 'GraphQL is asked with POST.',
  413: `The body is larger than ${MAX_JSON_BYTES} bytes.`,
  415: 'The body must be JSON in UTF-8, and not be compressed.',
} as const;

/** Rejects a request before it is parsed as an operation or a sign-in. Uses GraphQL's error format. */
export function refuseRequest(response: ServerResponse, status: keyof typeof MESSAGES): void {
  // Closes the connection, because otherwise the rest of the body would have to be read before the next request.
  if (status === 413) response.setHeader('connection', 'close');
  const code = status === 403 ? 'FORBIDDEN' : 'BAD_REQUEST';
  sendJson(response, status, JSON.stringify({ errors: [{ message: MESSAGES[status], extensions: { code } }] }));
}

/** Sends a response with JSON text. */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  contentType = 'application/json; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(text) }).end(text);
}
