import { z } from 'zod';
import type { JsonBody } from '../http/route.js';
import { numberTextAt } from '../http/json-number-text.js';
import { amountPattern, isPositive } from '../money/amount-decimal.js';

const text = z.string({ error: 'must be a string' });

/**
 * Body of `POST /v1/payouts`: the fields that every destination requires. Each destination defines its recipient.
 * Unknown fields are ignored.
 */
export const payoutCreationSchema = z
  .object({
    amount: z.number({ error: 'must be a number, not a string' }),
    currency: text.regex(/^[A-Z]{3}$/, { error: 'must be three upper-case letters' }),
    paymentType: text.min(1, { error: 'must not be empty' }),
    account: z.record(z.string(), z.unknown(), { error: 'must be an object' }).describe('The recipient.'),
    serviceId: z.int({ error: 'must be a whole number' }).optional(),
    note: text.optional(),
    externalId: text.optional(),
    callbackUrl: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  })
  .describe('A payout to any destination.');

const amountTextSchema = z.object({
  amount: z
    .string()
    .regex(amountPattern, {
      error: 'must be written with at most 12 digits before the point and 4 after, without sign and exponent',
      abort: true,
    })
    .refine(isPositive, { error: 'must be more than zero' }),
});

/** A requested payout, with the amount as written. */
export type PayoutCreation = Omit<z.infer<typeof payoutCreationSchema>, 'amount'> & { readonly amount: string };

/** Validates the request, except for the rules of its destination. */
export function readPayoutCreation({
  value,
  text: json,
}: JsonBody): { creation: PayoutCreation } | { problem: z.ZodError } {
  const creation = payoutCreationSchema.safeParse(value);
  if (!creation.success) return { problem: creation.error };
  const exact = amountTextSchema.safeParse({ amount: numberTextAt({ json, key: 'amount' }) });
  if (!exact.success) return { problem: exact.error };
  return { creation: { ...creation.data, ...exact.data } };
}
