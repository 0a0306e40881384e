import { containsCardNumber } from './card-number.js';
import { findUnsoundText } from './sound-text.js';

/**
 * Returns what a caller's text must be like, to complete a sentence that starts with the field's name; null if the text
 * is sound and contains no card number. Every reason, note and reference is checked, because entries cannot be removed
 * from the audit log.
 */
export function findUnstorableText(text: string, maxLength: number): string | null {
  return findUnsoundText(text, maxLength) ?? (containsCardNumber(text) ? 'must not hold a card number.' : null);
}
