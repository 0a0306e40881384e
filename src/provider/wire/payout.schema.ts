import * as z from 'zod';
import {
  absentOr,
  byAmountForm,
  informative,
  wireAmount,
  wireInstant,
  wireStatus,
  wireText,
  wireTextOrNumber,
  wireUuid,
} from './field.schema.js';
import { textToShow } from './provider-text.js';

const text = absentOr(wireTextOrNumber);

const account = absentOr(z.object({ requisites: text, name: text }, 'is not an object'));

const readableAccount = absentOr(z.object({ requisites: text.catch(null), name: text.catch(null) })).catch(null);

/** Only the id, so that an operator can ask about a payout whose answer is otherwise unusable. */
export const wirePayoutId = z.object({ id: wireUuid });

/**
 * The part of the provider's payout object that Purser uses. The id, status, amount and recipient decide about money,
 * so they are strict; all other fields are lenient.
 */
export const wirePayout = byAmountForm((form) =>
  z.object(
    {
      id: wireUuid,
      status: wireStatus,
      amount: absentOr(wireAmount(form)),
      account,
      // Absent differs from null: null means that the merchant's settings apply.
      callbackUrl: wireText
        .transform((url) => (url === '' ? null : url))
        .nullish()
        .catch(undefined),
      statusMessage: informative(z.string().transform(textToShow)),
      createdAt: informative(wireInstant),
      updatedAt: informative(wireInstant),
      completedAt: informative(wireInstant),
    },
    'is not an object',
  ),
);

/** Like `wirePayout`, but lenient: for read-backs. */
export const wirePayoutReadBack = byAmountForm((answerAmounts) => {
  const payout = wirePayout({ answerAmounts });
  return payout.extend({ amount: payout.shape.amount.catch(null), account: readableAccount });
});

export type WirePayout = z.output<ReturnType<typeof wirePayout>>;
