import { containsCardNumber, parseCardNumber } from '../../../common/text/card-number.js';
import type { PayoutProblem } from '../../destinations/payout-problem.js';

interface References {
  readonly idempotencyKey: string;
  readonly externalId: string | null;
  readonly reference: string | null;
  readonly recipient: { readonly requisites?: string | null | undefined };
}

/**
 * Problems with ids of a payout to a card that look like card numbers. A caller who pays to cards may have put one into
 * the wrong field, and ids are stored readable. In any other payout nobody handles a card, and a number is a number.
 */
export function findCardReferences({ idempotencyKey, externalId, reference, recipient }: References): PayoutProblem[] {
  if (parseCardNumber(recipient.requisites ?? '') === null) return [];
  return Object.entries({ idempotencyKey, externalId, reference }).flatMap(([field, text]): PayoutProblem[] =>
    text !== null && containsCardNumber(text)
      ? [{ code: 'TEXT_INVALID', field: [field], message: `${field} must not hold a card number.` }]
      : [],
  );
}
