import { containsCardNumber, parseCardNumber } from '../../../common/text/card-number.js';
import type { PayoutProblem } from '../../destinations/payout-problem.js';

interface References {
  readonly idempotencyKey: string;
  readonly externalId: string | null;
  readonly reference: string | null;
  readonly recipient: { readonly requisites?: string | null | undefined };
}

/**
 * Finds ids that look like card numbers in a request to pay to a card. The caller may have put the card number into the
 * wrong field, and ids are stored unencrypted. Other payouts have nothing to do with cards, so there such a number is
 * harmless.
 */
export function findCardReferences({ idempotencyKey, externalId, reference, recipient }: References): PayoutProblem[] {
  if (parseCardNumber(recipient.requisites ?? '') === null) return [];
  return Object.entries({ idempotencyKey, externalId, reference }).flatMap(([field, text]): PayoutProblem[] =>
    text !== null && containsCardNumber(text)
      ? [{ code: 'TEXT_INVALID', field: [field], message: `${field} must not hold a card number.` }]
      : [],
  );
}
