import type { FaultRuleOn } from '../faults/fault-rule.schema.js';
import { isOver } from '../payouts/payout-status.states.js';
import { type Payout, toWirePayout } from '../payouts/payout.schema.js';
import { webhookBody } from './webhook-body.js';
import { planWebhook, type WebhookRecord } from './webhook-plan.js';

/** Returns the records that queue the webhook of a payout and release the held-back ones that it has overtaken. */
export function planPayoutWebhook({
  payout,
  rule,
  heldBackIds,
  now,
}: {
  payout: Payout;
  rule: FaultRuleOn<'payoutWebhook'> | null;
  heldBackIds: readonly string[];
  now: Date;
}): WebhookRecord[] {
  const at = now.toISOString();
  const subject = toWirePayout(payout);
  const queued = planWebhook({
    webhook: {
      type: 'webhook.queued',
      at,
      orderId: null,
      payoutId: payout.id,
      callbackUrl: payout.callbackUrl,
      signature: 'valid',
      body: webhookBody(subject),
    },
    subject,
    // The last webhook is never held back, because no later one could overtake it.
    rule: rule?.fault === 'reorder' && isOver(payout.status) ? null : rule,
  });
  return [...queued, ...heldBackIds.map((id) => ({ type: 'webhook.released' as const, at, id }))];
}
