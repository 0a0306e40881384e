// Shorter values may occur in any sentence by chance.
const SHORTEST = 3;

// Digits in a national phone number without its prefix, which a service may drop.
const NATIONAL_DIGITS = 10;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const MARKS = /\p{M}/gu;

export interface MaskedValue {
  readonly value: string;
  readonly mask: string;
}

/** A value reduced to letters and digits, without case and accents. */
interface Secret {
  readonly folded: string;
  readonly mask: string;
  /** Numbers are also found inside longer words, because a prefix may be written before them. */
  readonly isNumber: boolean;
}

interface Sign {
  readonly folded: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Masks values in a text from outside. Ignores punctuation between digits, case and accents: a service may write
 * `529.982.247-25` for `52998224725`.
 */
export function maskValuesIn(text: string, values: readonly MaskedValue[]): string {
  const signs = signsOf(text);
  const folded = signs.map((sign) => sign.folded).join('');
  const found = values.flatMap(secretsOf).flatMap((secret) => placesOf(secret, { text, folded, signs }));
  let rest = '';
  let end = 0;
  for (const { from, to, mask } of found.sort((one, other) => one.from - other.from || other.to - one.to)) {
    if (from < end) continue;
    rest += text.slice(end, from) + mask;
    end = to;
  }
  return rest + text.slice(end);
}

function secretsOf({ value, mask }: MaskedValue): Secret[] {
  const folded = fold(value);
  if (folded.length < SHORTEST) return [];
  const isNumber = folded.length >= NATIONAL_DIGITS && /^\d+$/.test(folded);
  const whole = { folded, mask, isNumber };
  return isNumber ? [whole, { ...whole, folded: folded.slice(-NATIONAL_DIGITS) }] : [whole];
}

function placesOf(
  { folded: wanted, mask, isNumber }: Secret,
  { text, folded, signs }: { readonly text: string; readonly folded: string; readonly signs: readonly Sign[] },
): { readonly from: number; readonly to: number; readonly mask: string }[] {
  const places = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const from = signs[at]?.from ?? 0;
    const to = signs[at + wanted.length - 1]?.to ?? text.length;
    const isWord = !LETTER_OR_DIGIT.test(text.slice(0, from).slice(-1)) && !LETTER_OR_DIGIT.test(text.charAt(to));
    if (isNumber || isWord) places.push({ from, to, mask });
  }
  return places;
}

function signsOf(text: string): Sign[] {
  const signs: Sign[] = [];
  let from = 0;
  for (const character of text) {
    const to = from + character.length;
    for (const folded of fold(character).split('')) signs.push({ folded, from, to });
    from = to;
  }
  return signs;
}

/** Keeps only letters and digits, in lower case and normal width, without accents. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
