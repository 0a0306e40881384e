import { fieldFormat } from './field.format.js';

// ISO/IEC 7812: up to 19 digits; 12 is the shortest in use. No issuer's number starts with 0.
const CARD_NUMBER = /^[1-9]\d{11,18}$/;

/** A card number, digits only. */
export const cardFormat = fieldFormat({
  kind: 'CARD',
  rule: 'a card number of 12 to 19 digits without spaces, the last being its check digit',
  example: '4111111111111111',
  code: 'CARD_INVALID',
  canonical: (text) => (CARD_NUMBER.test(text) && passesLuhn(text) ? text : null),
});

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
