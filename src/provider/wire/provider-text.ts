// Enough for a sentence, and short enough for a table cell and a log of user errors.
const CUT = /^(.{500}).*$/su;

/**
 * A message of the provider, fit to be stored and shown: one line of at most 500 characters, without control characters
 * and card numbers, or null when nothing is left. Numbers go before the text is cut, or the cut could leave a part of
 * one that is too short to be recognised.
 */
export function textToShow(text: string): string | null {
  const shown = text
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    // A message may repeat the card number it is about: 12 to 19 digits, with or without separators.
    .replace(/\d(?:[ -]?\d){11,18}/g, '[digits removed]')
    .replace(CUT, '$1')
    .trim();
  return shown === '' ? null : shown;
}
