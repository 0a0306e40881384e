// The package is CommonJS, with only a default export.
import cardValidator from 'card-validator';

/** The part of a card that may be stored and shown (PCI DSS 3.4.1). */
export interface CardMask {
  /** First six and last four digits, such as `411111******1111`. */
  readonly maskedNumber: string;
  /** The card scheme, such as `visa`; null if the library does not know the number range. */
  readonly brand: string | null;
}

// ISO/IEC 7812 allows up to 19 digits; the shortest number in use has 12. No number starts with 0.
const CARD_NUMBER = /^[1-9]\d{11,18}$/;

const MAX_DIGITS = 19;

// Cards print no longer groups, and people type at most two separators between groups.
const MAX_GROUP_DIGITS = 6;
const SEPARATORS = /^[\s\p{Pd}._/,]{1,2}$/u;

// A number with a letter or digit next to it is part of an id, unless it is as long as nearly all card numbers are.
const IS_BESIDE_BEFORE = /[\p{L}\p{N}]$/u;
const IS_BESIDE_AFTER = /^[\p{L}\p{N}]/u;
const USUAL_LENGTHS: ReadonlySet<number> = new Set([15, 16]);

// Zero-width characters, joiners, accents and keycaps: a number that contains them still looks like a card number.
const UNSEEN = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu;

// Common ids that also contain groups of digits: UUIDs, and hexadecimal words with the length of an object id or a
// digest.
const UUIDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const HEX_IDS =
  /(?<![\p{L}\p{N}])(?=[0-9]*[a-f])(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})(?![\p{L}\p{N}])/giu;

// The number lengths of the schemes, by first two digits. Checked first, because the library takes ten microseconds to
// reject a number, and a text may consist of numbers that match no scheme.
const SCHEME_LENGTHS: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  Array.from({ length: 90 }, (_, index) => String(index + 10)).map((prefix) => [
    prefix,
    new Set(cardValidator.creditCardType.default(prefix).flatMap(({ lengths }) => lengths)),
  ]),
);

const FOREIGN_DIGITS = /[^\P{Nd}0-9]/gu;
const DIGIT = /\p{Nd}/u;

const SHOWN_FIRST = 6;
const SHOWN_LAST = 4;

/**
 * Returns the digits of a card number without spaces and dashes; null if the check digit is wrong or the text is no
 * card number.
 */
export function parseCardNumber(text: string): string | null {
  const digits = text.replace(/(?<=\d)[ -](?=\d)/g, '');
  return CARD_NUMBER.test(digits) && passesLuhn(digits) ? digits : null;
}

/**
 * Masks a card number.
 * @param digits a result of `parseCardNumber`
 */
export function maskCardNumber(digits: string): CardMask {
  const hidden = '*'.repeat(digits.length - SHOWN_FIRST - SHOWN_LAST);
  return {
    maskedNumber: `${digits.slice(0, SHOWN_FIRST)}${hidden}${digits.slice(-SHOWN_LAST)}`,
    brand: cardValidator.number(digits).card?.type ?? null,
  };
}

/**
 * Whether a text contains what is surely a card number: in the range of a known scheme, with a valid length and check
 * digit. The check digit is not enough: one in ten numbers has a valid one by chance, and order ids must not be
 * rejected.
 */
export function containsCardNumber(text: string): boolean {
  const visible = text.replace(UNSEEN, '').replace(UUIDS, ' ').replace(HEX_IDS, ' ');
  // To a reader, compatibility forms such as full-width digits look like the plain digits.
  const forms = new Set([visible, visible.normalize('NFKC')]);
  return [...forms].some((form) => hasCardNumber(form.replace(FOREIGN_DIGITS, toAsciiDigit)));
}

interface DigitGroup {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Tries every run of adjacent groups of digits, because an expiry date or a code may be next to the card number. A run
 * has at most 19 digits, so the cost per digit is bounded, however long the text is.
 */
function hasCardNumber(text: string): boolean {
  let neighbours: DigitGroup[] = [];
  for (const { 0: digits, index: from } of text.matchAll(/\d+/g)) {
    const last = neighbours.at(-1);
    // A longer group is not joined with its neighbours.
    const isJoined = last && digits.length <= MAX_GROUP_DIGITS && last.digits.length <= MAX_GROUP_DIGITS;
    if (!isJoined || !SEPARATORS.test(text.slice(last.to, Math.min(from, last.to + 3)))) neighbours = [];
    neighbours.push({ digits, from, to: from + digits.length });
    if (endsInCardNumber(neighbours, text)) return true;
    if (neighbours.length > MAX_DIGITS) neighbours.shift();
  }
  return false;
}

function endsInCardNumber(groups: readonly DigitGroup[], text: string): boolean {
  let number = '';
  let sum = 0;
  for (const { digits, from } of [...groups].reverse()) {
    if (number.length + digits.length > MAX_DIGITS) return false;
    for (let at = digits.length - 1, place = number.length; at >= 0; at -= 1, place += 1) {
      sum += luhnValue(Number(digits[at]), place);
    }
    number = digits + number;
    const isCandidate = sum % 10 === 0 && SCHEME_LENGTHS.get(number.slice(0, 2))?.has(number.length) === true;
    if (isCandidate && standsAlone(text, { from, to: groups.at(-1)?.to ?? from, length: number.length })) {
      if (cardValidator.number(number).isValid) return true;
    }
  }
  return false;
}

function standsAlone(
  text: string,
  number: { readonly from: number; readonly to: number; readonly length: number },
): boolean {
  if (USUAL_LENGTHS.has(number.length)) return true;
  // A character has at most two code units.
  const before = text.slice(Math.max(0, number.from - 2), number.from);
  return !IS_BESIDE_BEFORE.test(before) && !IS_BESIDE_AFTER.test(text.slice(number.to, number.to + 2));
}

/** In every script the digits are ten consecutive characters, starting with 0. */
function toAsciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (DIGIT.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return String(value % 10);
}

/** Returns the length of a card's security code: 4 for the schemes that print four digits, else 3. */
export function cvvLength(digits: string): number {
  return cardValidator.number(digits).card?.code.size ?? 3;
}

function passesLuhn(digits: string): boolean {
  const values = Array.from(digits, Number).reverse().map(luhnValue);
  return values.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

/**
 * Luhn algorithm: every second digit from the right is doubled, and the digits of the result are added. The sum of a
 * valid number ends in 0.
 */
function luhnValue(digit: number, placeFromRight: number): number {
  const value = digit * (placeFromRight % 2 === 0 ? 1 : 2);
  return value > 9 ? value - 9 : value;
}
