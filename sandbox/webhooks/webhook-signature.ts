import { createHmac } from 'node:crypto';
import type { WebhookSignature } from '../book/book-record.schema.js';

/**
 * The `X-Signature` of a webhook, made at each call with the secret of that moment, so that the book never holds one;
 * null: the header is not sent.
 *
 * HMAC-SHA256 of the raw body, in hex, is this sandbox's assumption: the interface does not show the algorithm.
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
