import { z } from 'zod';
import { absentOr, wireAmount, wireInstant, wireStatus, wireText, wireUuid } from './field.schema.js';
import { textToShow } from './provider-text.js';

/** Nothing is decided upon this field, so nothing it may hold spoils the answer: what cannot be read is null. */
function informative<T extends z.ZodType>(schema: T) {
  return absentOr(schema).catch(null);
}

/**
 * The payout object of the interface, as far as it is used; other fields are ignored. A payout is bound and settled by
 * its id, status, amount and recipient, so those are strict and the rest is not.
 */
export const wirePayout = z.object({
  id: wireUuid,
  status: wireStatus,
  amount: absentOr(wireAmount),
  account: absentOr(z.object({ requisites: absentOr(wireText), name: absentOr(wireText) })),
  // Absent is not null here: only null says that the merchant's settings are used.
  callbackUrl: wireText
    .transform((text) => (text === '' ? null : text))
    .nullish()
    .catch(undefined),
  statusMessage: informative(z.string().transform(textToShow)),
  createdAt: informative(wireInstant),
  updatedAt: informative(wireInstant),
  completedAt: informative(wireInstant),
});

export type WirePayout = z.output<typeof wirePayout>;

/** The one field by which an operator can ask about a payout whose answer is otherwise unusable. */
export const wirePayoutId = wirePayout.pick({ id: true });
