import { containsCardNumber } from '../../common/card-number.js';
import { findUnsoundText } from '../../common/sound-text.js';

const MAX_REASON_LENGTH = 500;

/** What is wrong with the reason that a person gives for a decision, in a sentence, or null. */
export function findUnsoundReason(reason: string): string | null {
  const unsound = findUnsoundText(reason, MAX_REASON_LENGTH);
  const problem = unsound ?? (containsCardNumber(reason) ? 'must not hold a card number.' : null);
  return problem === null ? null : `reason ${problem}`;
}
