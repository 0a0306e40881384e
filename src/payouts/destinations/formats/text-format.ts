import { containsCardNumber } from '../../../common/text/card-number.js';
import { type FieldFormat, fieldFormat } from './field-format.js';

// Purser's own limit, because the interface states none: longer than any name or id, and short enough for one line of a
// form.
const MAX_LENGTH = 128;

const PRINTABLE_RULE = `1 to ${MAX_LENGTH} printable characters without a space at either end and without a card number`;

// Control characters, direction marks, lone surrogates and line separators. People cannot see them, some make a name
// look like another, and PostgreSQL rejects NUL.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
// Zero-width joiner and non-joiner, which the spelling of some Bengali names requires.
const JOINERS = /\u200c|\u200d/gu;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** A recipient's name, normalised to NFC, so that two keyboards produce the same text. */
export const nameFormat = fieldFormat({
  kind: 'TEXT',
  rule: PRINTABLE_RULE,
  example: 'Maria da Silva',
  code: 'TEXT_INVALID',
  canonical: (text) => (isComposable(text) ? printable(text.normalize('NFC')) : null),
});

/**
 * An id issued by another system. Kept as written, because the other system may distinguish texts that NFC makes equal.
 */
export function verbatimFormat(about: { readonly kind: 'TEXT' | 'BANK_ID'; readonly example: string }): FieldFormat {
  return fieldFormat({ ...about, rule: PRINTABLE_RULE, code: 'TEXT_INVALID', canonical: printable });
}

/** A login name. ASCII only: with a Cyrillic `а` instead of a Latin `a`, the money would go to another account. */
export const loginFormat = fieldFormat({
  kind: 'LOGIN',
  rule: `1 to ${MAX_LENGTH} Latin letters without accents, digits and signs, without spaces`,
  example: 'player_one',
  code: 'TEXT_INVALID',
  canonical: (text) => (text.length <= MAX_LENGTH && VISIBLE_ASCII.test(text) ? text : null),
});

// In NFC one character replaces at most four (UAX #15), so a text longer than that would still be too long.
function isComposable(text: string): boolean {
  return text.length <= 4 * MAX_LENGTH;
}

function printable(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const visible = text.replace(JOINERS, '');
  const isSound = visible !== '' && visible.trim() === visible && !UNPRINTABLE.test(visible);
  return isSound && !containsCardNumber(text) ? text : null;
}
