import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
// A deep import, because the package's default entry loads all country names in eighty languages.
import countries from 'i18n-iso-countries/index.js';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { CUSTOMER_FIELDS, type CustomerField } from '../../provider/profile/customer-field.js';
import type { ProviderCustomer } from '../../provider/port/orders.port.js';
import { namesOf } from '../../common/names-of.js';
import { containsCardNumber } from '../../common/text/card-number.js';
import { isEmailAddress, MAX_EMAIL_LENGTH } from '../../common/text/email-address.js';
import { findUnsoundText } from '../../common/text/sound-text.js';
import type { OrderRequestProblem } from './order-problem.js';

/**
 * What the caller specified about the payer. It is sent to the provider, but only a hash and a mask of e-mail and phone
 * are stored, so each order specifies the payer again.
 */
export type Customer = ProviderCustomer;

const FIELDS = namesOf(CUSTOMER_FIELDS);

const BIRTHDAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const EARLIEST_BIRTHDAY = '1900-01-01';

// Purser's own limit, because the interface states none: longer than any name or address line seen.
const MAX_TEXT_LENGTH = 200;

// E.164: a plus sign and 15 digits. The parser accepts longer numbers, such as Japanese ones that cannot be called from
// abroad.
const MAX_PHONE_LENGTH = 16;

const countryCodes: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()));

interface FieldRule {
  /** Completes a sentence that starts with the field's name. */
  readonly rule: string;
  readonly accepts: (text: string, now: Date) => boolean;
}

const RULES: Readonly<Partial<Record<CustomerField, FieldRule>>> = {
  email: { rule: 'must be an e-mail address.', accepts: isEmailAddress },
  phone: { rule: 'must be a phone number with country code, such as +491701234567.', accepts: isPhoneNumber },
  birthday: { rule: 'must be a date of birth, written YYYY-MM-DD.', accepts: isBirthday },
  country: {
    rule: 'must be a country by its two letters in ISO 3166-1, in upper case.',
    accepts: (text) => countryCodes.has(text),
  },
  ip: {
    rule: "must be the public IPv4 or IPv6 address of the payer's own device.",
    accepts: isPublicAddress,
  },
};

export function findMissingCustomerFields(
  customer: Customer,
  required: readonly CustomerField[],
): OrderRequestProblem<'CUSTOMER_FIELD_REQUIRED'>[] {
  return FIELDS.filter((name) => customer[name] === undefined && required.includes(name)).map((name) => ({
    code: 'CUSTOMER_FIELD_REQUIRED',
    field: ['customer', name],
    message: `${name} is required for this method.`,
  }));
}

export function ruleOfCustomerField(name: CustomerField): string {
  return RULES[name]?.rule ?? `must have 1 to ${MAX_TEXT_LENGTH} printable characters and no space at either end.`;
}

/**
 * Returns the problem with a payer field, to complete a sentence that starts with the field's name; null if the field
 * is valid.
 */
export function findCustomerFieldProblem(name: CustomerField, text: string, now: Date): string | null {
  const own = RULES[name];
  // Checks the length first, because a payer may type as much as a request can hold.
  if (text.length > (name === 'email' ? MAX_EMAIL_LENGTH : MAX_TEXT_LENGTH))
    return own?.rule ?? findUnsoundText(text, MAX_TEXT_LENGTH);
  if (containsCardNumber(text)) return 'must not hold a card number.';
  if (own) return own.accepts(text, now) ? null : own.rule;
  return findUnsoundText(text, MAX_TEXT_LENGTH);
}

function isPhoneNumber(text: string): boolean {
  if (text.length > MAX_PHONE_LENGTH) return false;
  // The parser drops spaces, letters and extensions. Comparing its result with the whole text rejects them.
  const number = parsePhoneNumberFromString(text);
  return number?.number === text && number.isPossible();
}

function isBirthday(text: string, now: Date): boolean {
  const match = BIRTHDAY.exec(text);
  if (!match || text < EARLIEST_BIRTHDAY || text > now.toISOString().slice(0, 10)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // Rejects days such as 30 February, which become a day in March or an invalid date.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether a payer can have this address. The provider checks payers by address, and a private one tells it nothing. */
function isPublicAddress(text: string): boolean {
  // The parser accepts `0x7f.1`, too. An address with a zone is valid on one machine only.
  if (isIP(text) === 0 || text.includes('%')) return false;
  return ipaddr.process(text).range() === 'unicast';
}
