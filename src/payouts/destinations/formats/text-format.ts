import { containsCardNumber } from '../../../common/text/card-number.js';
import { type FieldFormat, fieldFormat } from './field-format.js';

// Purser's own limit, because the interface has none: longer than any name or id, short enough for one line of a form.
const MAX_LENGTH = 128;

const PRINTABLE_RULE = `1 to ${MAX_LENGTH} printable characters without a space at either end and without a card number`;

// Control characters, direction marks, lone surrogates, line separators: people cannot see them, some make a name look
// like another, and PostgreSQL refuses NUL.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
// Bengali names are spelled with these two.
const JOINERS = /\u200c|\u200d/gu;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** A recipient's name, composed (NFC), so that two keyboards produce the same text. */
export const nameFormat = fieldFormat({
  kind: 'TEXT',
  rule: PRINTABLE_RULE,
  example: 'Maria da Silva',
  code: 'TEXT_INVALID',
  canonical: (text) => (isComposable(text) ? printable(text.normalize('NFC')) : null),
});

/** An id issued by another system. Kept as written, because a composed text may be another id there. */
export function verbatimFormat(about: { readonly kind: 'TEXT' | 'BANK_ID'; readonly example: string }): FieldFormat {
  return fieldFormat({ ...about, rule: PRINTABLE_RULE, code: 'TEXT_INVALID', canonical: printable });
}

/** The login of an account. ASCII only: a Cyrillic `а` instead of a Latin `a` would top up someone else's account. */
export const loginFormat = fieldFormat({
  kind: 'LOGIN',
  rule: `1 to ${MAX_LENGTH} Latin letters without accents, digits and signs, without spaces`,
  example: 'player_one',
  code: 'TEXT_INVALID',
  canonical: (text) => (text.length <= MAX_LENGTH && VISIBLE_ASCII.test(text) ? text : null),
});

// Unicode composes one character from at most four (UAX #15), so a longer text stays too long.
function isComposable(text: string): boolean {
  return text.length <= 4 * MAX_LENGTH;
}

function printable(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const visible = text.replace(JOINERS, '');
  const isSound = visible !== '' && visible.trim() === visible && !UNPRINTABLE.test(visible);
  return isSound && !containsCardNumber(text) ? text : null;
}
