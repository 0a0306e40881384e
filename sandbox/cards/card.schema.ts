import { z } from 'zod';

const text = z.string({ error: 'must be a string' });

/**
 * Card data of the interface. Numbers need a valid length (ISO/IEC 7812) and check digit, so a mistyped number never
 * reaches a bank. Messages never repeat the value.
 */
export const cardSchema = z
  .object({
    cardNumber: text
      .regex(/^\d{12,19}$/, { error: 'must be 12 to 19 digits', abort: true })
      .refine(hasRightCheckDigit, { error: 'has a wrong check digit' }),
    expiryDate: text
      .regex(/^(0[1-9]|1[0-2])\/\d{2}$/, { error: 'must be MM/YY', abort: true })
      .refine(isNotPast, { error: 'must not be in the past' }),
    cardholderName: text.refine((name) => name.trim() !== '', { error: 'must not be empty' }),
    cvv: text.regex(/^\d{3,4}$/, { error: 'must be 3 or 4 digits' }),
  })
  .describe('A card. Only the first six and the last four digits of its number are ever kept.');

export type Card = z.infer<typeof cardSchema>;

/** Luhn check: from the right, every second digit counts double, and the sum must end in zero. */
function hasRightCheckDigit(cardNumber: string): boolean {
  const digits = Array.from(cardNumber, Number).reverse();
  const sum = digits.reduce((total, digit, position) => {
    const weighted = digit * (position % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** A card is valid until the end of its month. */
function isNotPast(expiryDate: string): boolean {
  const [month = 0, year = 0] = expiryDate.split('/').map(Number);
  const now = new Date();
  return (2000 + year) * 12 + month > now.getUTCFullYear() * 12 + now.getUTCMonth();
}
