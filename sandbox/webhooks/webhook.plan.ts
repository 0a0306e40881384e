import { randomUUID } from 'node:crypto';
import type { RecordOf } from '../book/book-record.schema.js';
import type { FaultRuleOn } from '../faults/fault-rule.schema.js';
import type { WireOrder } from '../orders/order.schema.js';
import { corruptWebhookBody, orderWebhookBody } from './order-webhook.body.js';

export type WebhookRecord = RecordOf<'webhook.queued'> | RecordOf<'webhook.settled'>;

/**
 * The records that queue the webhook of an order: one delivery, several when it is duplicated, one that is settled at
 * once when it is lost. The fault is worked into the queued body and time, so retries and restarts keep to them.
 */
export function planOrderWebhook({
  order,
  rule,
  now,
}: {
  order: WireOrder;
  rule: FaultRuleOn<'orderWebhook'> | null;
  now: Date;
}): WebhookRecord[] {
  const at = now.toISOString();
  const queued = (): RecordOf<'webhook.queued'> => ({
    type: 'webhook.queued',
    at,
    id: randomUUID(),
    orderId: order.id,
    body: orderWebhookBody(order),
    fault: rule?.fault ?? null,
    dueAt: at,
  });
  switch (rule?.fault) {
    case undefined:
      return [queued()];
    case 'lose': {
      const webhook = queued();
      return [webhook, { type: 'webhook.settled', at, id: webhook.id, outcome: 'lost' }];
    }
    case 'delay':
      return [{ ...queued(), dueAt: new Date(now.getTime() + rule.delayMs).toISOString() }];
    case 'duplicate':
      return Array.from({ length: rule.copies }, queued);
    case 'corruptBody':
      return [{ ...queued(), body: corruptWebhookBody({ variant: rule.variant, order }) }];
  }
}
