import { isEmailAddress } from './email-address.js';

// People and forms write `+55 (11) 96123-4567` for +5511961234567.
const BETWEEN_DIGITS = /[\s().\-\u2010-\u2015]/gu;

// E.164: at most 15 digits, and the first is not 0. No country has phone numbers with fewer than seven digits.
const PHONE = /^\+?([1-9]\d{6,14})$/;

/** Whether a text is a whole e-mail address, or a whole phone number that says so by its plus. */
export function isContact(text: string): boolean {
  return parseEmail(text) !== null || (text.trim().startsWith('+') && parsePhone(text) !== null);
}

/**
 * Returns an e-mail address in the form in which addresses are compared; null if the text is not exactly one address.
 */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return isEmailAddress(email) ? email : null;
}

/**
 * Returns a phone number as `+` and digits, with the country code; null if the text is not exactly one phone number.
 */
export function parsePhone(text: string): string | null {
  const digits = PHONE.exec(text.replace(BETWEEN_DIGITS, ''))?.[1];
  return digits === undefined ? null : `+${digits}`;
}
