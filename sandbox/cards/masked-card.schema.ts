import { z } from 'zod';

/**
 * With fewer than 14 digits, the first six and last four would leave so few hidden digits that they could be guessed.
 */
const FEWEST_DIGITS_WITH_FIRST_SIX = 14;

/** The parts of a card that the sandbox may store. It never stores the number, the name, the expiry date or the CVV. */
export const maskedCardSchema = z.strictObject({
  first6: z.string().nullable().describe('null: fewer than 14 digits were sent.'),
  last4: z.string().nullable().describe('null: what was sent is no card number.'),
});

export function maskCard(cardNumber: unknown): z.infer<typeof maskedCardSchema> {
  if (typeof cardNumber !== 'string' || !/^\d{12,19}$/.test(cardNumber)) return { first6: null, last4: null };
  return {
    first6: cardNumber.length < FEWEST_DIGITS_WITH_FIRST_SIX ? null : cardNumber.slice(0, 6),
    last4: cardNumber.slice(-4),
  };
}
