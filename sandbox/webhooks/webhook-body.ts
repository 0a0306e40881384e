import { randomUUID } from 'node:crypto';
import type { CorruptVariant } from '../faults/fault-fields.schema.js';
import type { WireOrder } from '../orders/order.schema.js';
import type { WirePayout } from '../payouts/payout.schema.js';

export type WebhookSubject = WireOrder | WirePayout;

/**
 * Returns the body of a webhook. The interface documents no payload; sending the order or payout object is this
 * sandbox's assumption.
 */
export function webhookBody(subject: WebhookSubject): string {
  return JSON.stringify(subject);
}

/** Returns a body that a careless receiver would accept as the subject's webhook, or crash on. */
export function corruptWebhookBody({ variant, subject }: { variant: CorruptVariant; subject: WebhookSubject }): string {
  const { id, ...rest } = subject;
  switch (variant) {
    case 'notJson':
      return '{"id": ';
    case 'emptyBody':
      return '';
    case 'noId':
      return JSON.stringify(rest);
    case 'invalidId':
      return JSON.stringify({ ...rest, id: 'not-a-uuid' });
    case 'otherId':
      return JSON.stringify({ ...rest, id: randomUUID() });
    case 'pathTraversalId':
      // A client that puts this id into /v1/orders/{id} unchecked opens the hosted page instead, which the book
      // records.
      return JSON.stringify({ ...rest, id: `../../pay/${id}` });
  }
}
