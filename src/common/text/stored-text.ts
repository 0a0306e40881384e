import { containsCardNumber } from './card-number.js';
import { findUnsoundText } from './sound-text.js';

/**
 * Completes a sentence that starts with the field's name; null if a caller's text is sound and contains no card number.
 * Entries cannot be removed from the audit log, so every reason, note and reference is checked.
 */
export function findUnstorableText(text: string, maxLength: number): string | null {
  return findUnsoundText(text, maxLength) ?? (containsCardNumber(text) ? 'must not hold a card number.' : null);
}
