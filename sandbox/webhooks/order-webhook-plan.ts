import type { FaultRuleOn } from '../faults/fault-rule.schema.js';
import type { WireOrder } from '../orders/order.schema.js';
import { webhookBody } from './webhook-body.js';
import { planWebhook, type WebhookRecord } from './webhook-plan.js';

/**
 * Returns the records that queue the webhook of an order. It is unsigned: the interface documents a signature only for
 * payouts.
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
  return planWebhook({
    webhook: {
      type: 'webhook.queued',
      at: now.toISOString(),
      orderId: order.id,
      payoutId: null,
      callbackUrl: null,
      signature: 'none',
      body: webhookBody(order),
    },
    subject: order,
    rule,
  });
}
