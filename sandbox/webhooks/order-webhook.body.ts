import { randomUUID } from 'node:crypto';
import type { CorruptVariant } from '../faults/fault-rule.schema.js';
import type { WireOrder } from '../orders/order.schema.js';

/** The body of an order webhook. The interface shows no payload; the order object is this sandbox's assumption. */
export function orderWebhookBody(order: WireOrder): string {
  return JSON.stringify(order);
}

/** A body that a careless receiver would take for the order's webhook, or choke on. */
export function corruptWebhookBody({ variant, order }: { variant: CorruptVariant; order: WireOrder }): string {
  const { id, ...rest } = order;
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
      // A client that pastes this into /v1/orders/{id} opens the hosted page instead, which the book then shows.
      return JSON.stringify({ ...rest, id: `../../pay/${id}` });
  }
}
