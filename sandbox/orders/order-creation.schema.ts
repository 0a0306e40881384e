import { z } from 'zod';
import { cardSchema } from '../cards/card.schema.js';
import { amountPattern, isPositive } from '../money/amount-decimal.js';
import { customerProblem, customerSchema } from '../terminals/customer.schema.js';
import { cardInOrderFields, type TerminalSettings } from '../terminals/terminal.schema.js';

const payerUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/**
 * Body of `POST /v1/orders`. The interface does not say which fields a plain order requires, so only the amount is
 * required. Unknown fields are ignored.
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
    extraParams: z
      .string({ error: 'must be a string' })
      .optional()
      .describe(
        "Selects a wallet or the bank method. A value that is not the terminal's makes an order to be declined.",
      ),
    customer: customerSchema.optional().describe('The payer. Fields the terminal needs and lacks: declined as well.'),
    card: cardSchema.optional().describe('Needs the whole customer: without it the request is refused.'),
  })
  .describe('An order, paid on the hosted page unless it holds a card.');

export type OrderCreation = z.infer<typeof orderCreationSchema>;

/** Validates the request by the rules of the merchant's terminal. */
export function readOrderCreation({
  body,
  terminal,
}: {
  body: unknown;
  terminal: TerminalSettings;
}): { creation: OrderCreation } | { problem: z.ZodError } {
  const creation = orderCreationSchema.safeParse(body);
  if (!creation.success) return { problem: creation.error };
  const problem = cardProblem({ creation: creation.data, terminal });
  return problem === null ? { creation: creation.data } : { problem };
}

/**
 * Returns the reason why an order's card is refused. A wallet's missing field declines the order instead (interface,
 * card).
 */
function cardProblem({
  creation: { card, extraParams, customer = {} },
  terminal,
}: {
  creation: OrderCreation;
  terminal: TerminalSettings;
}): z.ZodError | null {
  if (card === undefined) return null;
  if (!terminal.cardInOrder) return refusal({ path: ['card'], message: 'is not enabled for this terminal' });
  if (extraParams !== undefined) return refusal({ path: ['extraParams'], message: 'must not be there with a card' });
  const problem = customerProblem({ customer, required: terminal.cardInOrderFields ?? cardInOrderFields });
  return problem === null ? null : refusal({ path: ['customer', problem.field], message: problem.rule });
}

function refusal({ path, message }: { path: string[]; message: string }): z.ZodError {
  return new z.ZodError([{ code: 'custom', path, message, input: undefined }]);
}
