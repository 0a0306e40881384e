import { z } from 'zod';
import { corruptVariants, orderMatch, payoutMatch, rulesOn, webhookDelay } from './fault-fields.schema.js';

function anyWebhookFaults<const On extends string, Match extends z.ZodType>({ on, match }: { on: On; match: Match }) {
  const rule = rulesOn({ on, match });
  return [
    rule({ fault: 'lose', does: 'Never sends it.', extra: {} }),
    rule({ fault: 'delay', does: 'Sends it after delayMs.', extra: { delayMs: webhookDelay } }),
    rule({
      fault: 'duplicate',
      does: 'Sends it as many times as copies says, all at once.',
      extra: { copies: z.int().min(2).max(1000) },
    }),
    rule({ fault: 'corruptBody', does: 'Sends a wrong body.', extra: { variant: z.enum(corruptVariants) } }),
  ] as const;
}

const payoutWebhook = rulesOn({ on: 'payoutWebhook', match: payoutMatch });

/** Faults of the order webhook. They apply when the webhook is queued, so its retries have them too. */
export const orderWebhookFaults = z.discriminatedUnion(
  'fault',
  anyWebhookFaults({ on: 'orderWebhook', match: orderMatch }),
);

/** Faults of payout webhooks. Corrupt and late ones are signed correctly. */
export const payoutWebhookFaults = z.discriminatedUnion('fault', [
  ...anyWebhookFaults({ on: 'payoutWebhook', match: payoutMatch }),
  payoutWebhook({
    fault: 'reorder',
    does: "Holds it back until the payout's next one has been called; the last one is sent as it is.",
    extra: {},
  }),
  payoutWebhook({
    fault: 'forge',
    does: 'Signs it wrongly or not at all, or names, well signed, a payout that does not exist.',
    extra: { variant: z.enum(['wrongSignature', 'noSignature', 'otherId']) },
  }),
]);
