import { containsCardNumber } from '../../common/text/card-number.js';

// Enough for a sentence, and short enough for a table cell and a log of user errors.
const CUT = /^(.{500}).*$/su;

// 12 to 19 digits, with or without separators.
const LONG_NUMBER = /\d(?:[ -]?\d){11,18}/g;

// The secret of a webhook's address, which an answer repeats in its `callbackUrl` and may repeat elsewhere.
const WEBHOOK_SECRET = /(webhooks(?:\/|%2F)(?:payouts|orders)(?:\/|%2F))[\w-]+/gi;

/**
 * A message of the provider, fit to be stored and shown: one line of at most 500 characters, without control characters
 * and card numbers, or null when nothing is left. A message may repeat the card number it is about, so every number as
 * long as one goes. Numbers go before the text is cut, or the cut could leave a part of one that is too short to be
 * recognised.
 */
export function textToShow(text: string): string | null {
  return shownLine(text, (line) => line.replace(LONG_NUMBER, '[digits removed]'));
}

/**
 * As `textToShow`, for a field with a name. Its long numbers are references that people ask for, so they stay unless one
 * is surely a card number.
 */
export function detailToShow(text: string): string | null {
  return shownLine(text, (line) => (containsCardNumber(line) ? line.replace(LONG_NUMBER, '[digits removed]') : line));
}

function shownLine(text: string, withoutCards: (line: string) => string): string | null {
  const line = text.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').replace(WEBHOOK_SECRET, '$1[removed]');
  const shown = withoutCards(line).replace(CUT, '$1').trim();
  return shown === '' ? null : shown;
}
