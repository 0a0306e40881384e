import { z } from 'zod';

/** Longer than any bank's code. The interface documents neither length nor alphabet. */
const LONGEST_CODE = 32;

export const smsCodeSchema = z
  .object({
    code: z
      .string({ error: 'must be a string' })
      .min(1, { error: 'must not be empty' })
      .max(LONGEST_CODE, { error: `must have at most ${LONGEST_CODE} characters` }),
  })
  .describe('The code the payer received from the bank. The right one of every test card is 123456.');

/** A success without content; the interface documents nothing more. */
export const nothingSchema = z.strictObject({});
