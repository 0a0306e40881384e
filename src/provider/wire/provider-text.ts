import { containsCardNumber } from '../../common/text/card-number.js';

// Enough for a sentence, and short enough for a table cell and a log of user errors.
const CUT = /^(.{500}).*$/su;

// No message is longer, and what is shown of it is a fraction. The digits before the cut go, since the cut may have left
// too few of a card number to recognise it.
const LONGEST = 20_000;
// It begins where nothing of its kind stands before, or a run of digits in the middle would be tried from each of them.
const DIGITS_AT_END = /(?<![\p{Nd}\s\p{Pd}\p{Cf}\p{M}._/,])[\p{Nd}\s\p{Pd}\p{Cf}\p{M}._/,]+$/u;

// 12 to 19 digits of any script, with what people and formats put between them: six signs at most, seen or not.
const LONG_NUMBERS = /\p{Nd}(?:[\s\p{Pd}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}._/,]{0,6}\p{Nd}){11,18}/gu;

const REMOVED = '[digits removed]';

// The secret of a webhook's address, which an answer repeats in its `callbackUrl` and may repeat elsewhere.
const WEBHOOK_SECRET = /(webhooks(?:\/|%2F)(?:payouts|orders)(?:\/|%2F))[\w-]+/gi;

/**
 * A message of the provider, fit to be stored and shown: one line of at most 500 characters, without control characters
 * and card numbers, or null when nothing is left. A message may repeat the card number it is about, so every number as
 * long as one goes. Numbers go before the text is cut, or the cut could leave a part of one that is too short to be
 * recognised.
 */
export function textToShow(text: string): string | null {
  return shownLine(text, withoutCardNumbers);
}

/**
 * As `textToShow`, for a field with a name. Its long numbers are references that people ask for, so they stay unless one
 * is surely a card number.
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

/** A text without the card numbers that it may repeat. Nothing is left of one that hides a number too well to cut it out. */
export function withoutCardNumbers(text: string): string {
  const rest = text.replace(LONG_NUMBERS, REMOVED);
  return containsCardNumber(rest) ? REMOVED : rest;
}
