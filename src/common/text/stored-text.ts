import { containsCardNumber } from './card-number.js';
import { findUnsoundText } from './sound-text.js';

/**
 * The problem with a text from a caller that is stored to be read by people, to be put after the field's name, or null
 * when it is sound and holds no card number. A text in the audit log cannot be taken out again, so this is asked
 * of every reason, note and reference.
 */
export function findUnstorableText(text: string, maxLength: number): string | null {
  return findUnsoundText(text, maxLength) ?? (containsCardNumber(text) ? 'must not hold a card number.' : null);
}
