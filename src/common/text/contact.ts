import { isEmailAddress } from './email-address.js';

// People and forms write `+55 (11) 96123-4567` for +5511961234567.
const BETWEEN_DIGITS = /[\s().\-\u2010-\u2015]/gu;

// E.164: at most 15 digits, none of which is a leading zero. No country has shorter numbers than seven digits.
const PHONE = /^\+?([1-9]\d{6,14})$/;

/** Returns a whole e-mail address in the one spelling by which it is compared, or null for any other text. */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return isEmailAddress(email) ? email : null;
}

/** Returns a whole phone number with country code as `+` and digits, or null for any other text. */
export function parsePhone(text: string): string | null {
  const digits = PHONE.exec(text.replace(BETWEEN_DIGITS, ''))?.[1];
  return digits === undefined ? null : `+${digits}`;
}
