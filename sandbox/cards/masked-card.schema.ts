import { z } from 'zod';

/** Under 14 digits, first six and last four would leave so little hidden that it can be guessed. */
const FEWEST_DIGITS_WITH_FIRST_SIX = 14;

/** The parts of a card that the sandbox may keep: never the number, the name, the expiry date nor the CVV. */
export const maskedCardSchema = z.strictObject({
  first6: z.string().nullable().describe('null: fewer than 14 digits were sent.'),
  last4: z.string().nullable().describe('null: what was sent is no card number.'),
});

/** Masks whatever was sent as a card number. */
export function maskCard(cardNumber: unknown): z.infer<typeof maskedCardSchema> {
  if (typeof cardNumber !== 'string' || !/^\d{12,19}$/.test(cardNumber)) return { first6: null, last4: null };
  return {
    first6: cardNumber.length < FEWEST_DIGITS_WITH_FIRST_SIX ? null : cardNumber.slice(0, 6),
    last4: cardNumber.slice(-4),
  };
}
