// The package is CommonJS: its one export is the default.
import cardValidator from 'card-validator';

/** What may be kept and shown of a card: enough to recognise it, nothing to pay with (PCI DSS 3.4.1). */
export interface CardMask {
  /** First six and last four digits, such as `411111******1111`. */
  readonly maskedNumber: string;
  /** The card scheme, such as `visa`; null for a number range that the library does not know. */
  readonly brand: string | null;
}

// ISO/IEC 7812: up to 19 digits; 12 is the shortest in use. No issuer's number starts with 0.
const CARD_NUMBER = /^[1-9]\d{11,18}$/;

// One run of digits, or groups of up to six, however people separate them: no scheme prints longer ones. Letters or digits
// beside it make it an id, not a number somebody typed.
const TYPED_NUMBER = /(?<![\p{L}\p{N}])(?:\d{12,19}|\d{1,6}(?:[\s\p{Pd}._/]{1,2}\d{1,6}){1,9})(?![\p{L}\p{N}])/gu;

// The most usual id of all has groups of digits too.
const UUIDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

const SHOWN_FIRST = 6;
const SHOWN_LAST = 4;

/** The digits of a card number whose check digit is right, or null; spaces and dashes between them are dropped. */
export function parseCardNumber(text: string): string | null {
  const digits = text.replace(/(?<=\d)[ -](?=\d)/g, '');
  return CARD_NUMBER.test(digits) && passesLuhn(digits) ? digits : null;
}

/** @param digits a number that `parseCardNumber` returned */
export function maskCardNumber(digits: string): CardMask {
  const hidden = '*'.repeat(digits.length - SHOWN_FIRST - SHOWN_LAST);
  return {
    maskedNumber: `${digits.slice(0, SHOWN_FIRST)}${hidden}${digits.slice(-SHOWN_LAST)}`,
    brand: cardValidator.number(digits).card?.type ?? null,
  };
}

/**
 * Whether a text holds what is surely a card number: a known scheme's range and length with a right check digit. One in
 * ten numbers of any kind passes the check digit alone, and an order id must not be refused for that.
 */
export function containsCardNumber(text: string): boolean {
  const ownText = text.replace(UUIDS, ' ');
  // Compatibility forms, such as full-width digits, are what they look like to whoever reads the text.
  const forms = [ownText, ownText.normalize('NFKC')];
  const typed = forms.flatMap((form) => [...form.matchAll(TYPED_NUMBER)].flatMap(([number]) => runsOfGroups(number)));
  return typed.some((digits) => cardValidator.number(digits).isValid);
}

/** The digits of every run of neighbouring groups: an expiry date or a code may stand beside the number. */
function runsOfGroups(typed: string): string[] {
  const groups = typed.split(/\D+/);
  return groups.flatMap((_, from) =>
    groups.slice(from).map((_group, more) => groups.slice(from, from + more + 1).join('')),
  );
}

/** How many digits the code on a card of this number has: 3, or 4 on the schemes that print four. */
export function cvvLength(digits: string): number {
  return cardValidator.number(digits).card?.code.size ?? 3;
}

/** Every second digit from the right counts double, with its own digits added; the sum ends in 0. */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, value, index) => {
      const digit = value * (index % 2 === 0 ? 1 : 2);
      return total + (digit > 9 ? digit - 9 : digit);
    }, 0);
  return sum % 10 === 0;
}
