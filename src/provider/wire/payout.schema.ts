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

/** The one field by which an operator can ask about a payout whose answer is otherwise unusable. */
export const wirePayoutId = z.object({ id: wireUuid });

/**
 * The payout object of the interface, as far as it is used; other fields are ignored. A payout is bound and settled by
 * its id, status, amount and recipient, so those are strict and the rest is not.
 */
export const wirePayout = byAmountForm((form) =>
  z.object(
    {
      id: wireUuid,
      status: wireStatus,
      amount: absentOr(wireAmount(form)),
      account,
      // Absent is not null here: only null says that the merchant's settings are used.
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

/** As `wirePayout`, without a demand on what a read-back only compares. */
export const wirePayoutReadBack = byAmountForm((answerAmounts) => {
  const payout = wirePayout({ answerAmounts });
  return payout.extend({ amount: payout.shape.amount.catch(null), account: readableAccount });
});

export type WirePayout = z.output<ReturnType<typeof wirePayout>>;
