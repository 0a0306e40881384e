import { containsCardNumber } from '../../common/text/card-number.js';

// Long enough for a sentence, and short enough for a table cell.
const CUT = /^(.{500}).*$/su;

// No real message is longer, and only the beginning is shown. Digits at the cut are dropped, because a truncated card
// number is not recognised.
const LONGEST = 20_000;
// Anchored to the start of a run, because otherwise the regex would try a run of digits from each of its digits.
const DIGITS_AT_END = /(?<![\p{Nd}\s\p{Pd}\p{Cf}\p{M}._/,])[\p{Nd}\s\p{Pd}\p{Cf}\p{M}._/,]+$/u;

// 12 to 19 digits of any script, with up to six visible or invisible separators between them.
const LONG_NUMBERS = /\p{Nd}(?:[\s\p{Pd}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}._/,]{0,6}\p{Nd}){11,18}/gu;

const REMOVED = '[digits removed]';

// The secret in a webhook URL. Answers repeat it in `callbackUrl`, and perhaps elsewhere.
const WEBHOOK_SECRET = /(webhooks(?:\/|%2F)(?:payouts|orders)(?:\/|%2F))[\w-]+/gi;

/**
 * Makes a provider message safe to store and show: one line of at most 500 characters, without control characters and
 * card numbers; null if nothing is left. A message may repeat the number of the card that it is about, so every number
 * of that length is removed. This happens before the text is cut, because a truncated number is not recognised.
 */
export function textToShow(text: string): string | null {
  return shownLine(text, withoutCardNumbers);
}

/**
 * Like `textToShow`, for the value of a named field. Long numbers there are references that people ask for, so only
 * valid card numbers are removed.
 */
export function detailToShow(text: string): string | null {
  return shownLine(text, (line) => (containsCardNumber(line) ? withoutCardNumbers(line) : line));
}

function shownLine(text: string, withoutCards: (line: string) => string): string | null {
  const bounded = text.length > LONGEST ? text.slice(0, LONGEST).replace(DIGITS_AT_END, '') : text;
  const line = bounded.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').replace(WEBHOOK_SECRET, '$1[removed]');
  const shown = withoutCards(line).replace(CUT, '$1').trim();
  return shown === '' ? null : shown;
}

/** Removes card numbers from a text. Replaces the whole text if a number is too well hidden to be cut out. */
export function withoutCardNumbers(text: string): string {
  const rest = text.replace(LONG_NUMBERS, REMOVED);
  return containsCardNumber(rest) ? REMOVED : rest;
}
