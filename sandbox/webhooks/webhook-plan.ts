import { randomUUID } from 'node:crypto';
import type { RecordOf } from '../book/book-record.schema.js';
import type { FaultRuleOn } from '../faults/fault-rule.schema.js';
import { corruptWebhookBody, type WebhookSubject } from './webhook-body.js';

export type QueuedWebhook = RecordOf<'webhook.queued'>;
export type WebhookRecord = QueuedWebhook | RecordOf<'webhook.released'> | RecordOf<'webhook.settled'>;

type WebhookRule = FaultRuleOn<'orderWebhook'> | FaultRuleOn<'payoutWebhook'>;

/**
 * Returns the records that queue a webhook: one delivery, several if duplicated, or one that counts as finished if
 * lost. The fault is part of the queued webhook, so retries and restarts keep it.
 */
export function planWebhook({
  webhook,
  subject,
  rule,
}: {
  webhook: Omit<QueuedWebhook, 'id' | 'fault' | 'dueAt'>;
  subject: WebhookSubject;
  rule: WebhookRule | null;
}): WebhookRecord[] {
  const { at } = webhook;
  const queued = (): QueuedWebhook => ({ ...webhook, id: randomUUID(), fault: rule?.fault ?? null, dueAt: at });
  switch (rule?.fault) {
    case undefined:
      return [queued()];
    case 'lose': {
      const lost = queued();
      return [lost, { type: 'webhook.settled', at, id: lost.id, outcome: 'lost' }];
    }
    case 'delay':
      return [{ ...queued(), dueAt: new Date(Date.parse(at) + rule.delayMs).toISOString() }];
    case 'duplicate':
      return Array.from({ length: rule.copies }, queued);
    case 'corruptBody':
      return [{ ...queued(), body: corruptWebhookBody({ variant: rule.variant, subject }) }];
    case 'reorder':
      return [{ ...queued(), dueAt: null }];
    case 'forge':
      return [{ ...queued(), ...forged({ variant: rule.variant, subject }) }];
  }
}

/** Returns the part of a forged webhook that is wrong. */
function forged({
  variant,
  subject,
}: {
  variant: Extract<WebhookRule, { fault: 'forge' }>['variant'];
  subject: WebhookSubject;
}): Partial<QueuedWebhook> {
  switch (variant) {
    case 'wrongSignature':
      return { signature: 'wrong' };
    case 'noSignature':
      return { signature: 'none' };
    case 'otherId':
      return { body: corruptWebhookBody({ variant: 'otherId', subject }) };
  }
}
