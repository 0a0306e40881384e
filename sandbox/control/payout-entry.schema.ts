import { z } from 'zod';
import { amountPattern, isPositive } from '../money/amount-decimal.js';
import { payoutStatuses } from '../payouts/payout-status.states.js';

const payoutEntrySchema = z.strictObject({
  id: z.uuid().optional().describe('Any, when it is left out.'),
  amount: z
    .string()
    .regex(amountPattern, { error: 'must be a decimal string, without sign' })
    .refine(isPositive, { error: 'must be more than zero' })
    .default('100.00'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be three upper-case letters' })
    .default('BRL'),
  paymentType: z.string().min(1).default('EMAIL'),
  account: z
    .record(z.string(), z.unknown())
    .default({ name: 'Somebody else', requisites: 'somebody.else@example.com', userId: 'none' }),
  status: z.enum(payoutStatuses).default('COMPLETED'),
  callbackUrl: z
    .url()
    .nullable()
    .default(null)
    .describe("null: webhooks go to the address of the merchant's settings."),
});

/** Payouts that were not created through the API: entered at the provider's desk, by another system, or long ago. */
export const payoutEntriesSchema = z.strictObject({
  merchantId: z.uuid().optional().describe('The first merchant, when it is left out.'),
  payouts: z.array(payoutEntrySchema).min(1).max(1_000),
  announce: z.boolean().default(false).describe('Whether a webhook tells of each.'),
});
