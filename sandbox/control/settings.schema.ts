import { z } from 'zod';
import { orderPaceSchema } from '../orders/order-pace.js';
import { payoutPaceSchema } from '../payouts/payout-pace.js';

const webhookUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).nullable();

/** The current settings without the secret. */
export const settingsSchema = payoutPaceSchema.extend(orderPaceSchema.shape).extend({
  orderWebhookUrl: webhookUrl.describe('null: no order webhooks are sent.'),
  payoutWebhookUrl: webhookUrl.describe('For payouts without a callbackUrl; null: none are sent about those.'),
});

/** Absent settings stay unchanged. */
export const settingsChangeSchema = settingsSchema
  .extend({ payoutWebhookSecret: z.string().min(1).nullable().describe('null: payout webhooks are not signed.') })
  .partial();
