import { z } from 'zod';
import { amountPattern, isPositive } from '../money/amount.decimal.js';

const payerUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/**
 * These fields select card-in-order, wallet and bank-method payments, which the operator enables per merchant.
 * The sandbox's terminals take plain orders only, and say so instead of ignoring card data.
 */
const notEnabled = z.undefined({ error: 'is not enabled for this terminal' }).optional();

/**
 * The body of `POST /v1/orders`. The interface does not say which fields a plain order requires, so only the amount
 * is; unknown fields are ignored, as a service that grows would.
 */
export const orderCreationSchema = z
  .object({
    amount: z
      .string({ error: 'must be a decimal string, not a number' })
      .regex(amountPattern, {
        error: 'must be a decimal with a point, at most 12 digits before it and 4 after',
        abort: true,
      })
      .refine(isPositive, { error: 'must be more than zero' }),
    currency: z
      .string({ error: 'must be a currency code' })
      .regex(/^[A-Z]{3}$/, { error: 'must be three upper-case letters' })
      .default('EUR'),
    successUrl: payerUrl.optional(),
    failUrl: payerUrl.optional(),
    externalId: z.string({ error: 'must be a string' }).default(''),
    purpose: z.string({ error: 'must be a string' }).default(''),
    extraParams: notEnabled,
    customer: notEnabled,
    card: notEnabled,
  })
  .describe('A plain order, paid on the hosted page.');

export type OrderCreation = z.infer<typeof orderCreationSchema>;
