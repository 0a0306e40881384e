import { createHmac } from 'node:crypto';
import type { WebhookSignature } from '../book/book-record.schema.js';

/**
 * Returns the `X-Signature` of a webhook, or null if no header is sent. It is computed at each call with the current
 * secret, so the book never contains it.
 *
 * HMAC-SHA256 of the raw body in hex is this sandbox's assumption: the interface does not document the algorithm.
 */
export function signatureOf({
  signature,
  body,
  secret,
}: {
  signature: WebhookSignature;
  body: string;
  secret: string | null;
}): string | null {
  if (signature === 'none' || secret === null) return null;
  const key = signature === 'valid' ? secret : `not ${secret}`;
  return createHmac('sha256', key).update(body).digest('hex');
}
