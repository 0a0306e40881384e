import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
// The package's own entry would load the names of all countries in eighty languages.
import countries from 'i18n-iso-countries/index.js';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { CUSTOMER_FIELDS, type CustomerField } from '../../provider/profile/customer-field.js';
import type { ProviderCustomer } from '../../provider/port/orders.port.js';
import { namesOf } from '../../common/names-of.js';
import { containsCardNumber } from '../../common/text/card-number.js';
import { isEmailAddress, MAX_EMAIL_LENGTH } from '../../common/text/email-address.js';
import { findUnsoundText } from '../../common/text/sound-text.js';
import type { OrderRequestProblem } from './order-problem.js';

/** The payer, as far as the caller said. It is sent on and not kept: a later order says it again. */
export type Customer = ProviderCustomer;

const FIELDS = namesOf(CUSTOMER_FIELDS);

const BIRTHDAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const EARLIEST_BIRTHDAY = '1900-01-01';

// Bounds of Purser's, as the interface shows none: longer than any name or address line seen.
const MAX_TEXT_LENGTH = 200;

// E.164: a plus and 15 digits. The parser takes longer ones, such as numbers of Japan that nobody abroad can call.
const MAX_PHONE_LENGTH = 16;

const countryCodes: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()));

interface FieldRule {
  /** Read on from the field's name. */
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

/** Everything that is required of a payer and was not said. */
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

/** The rule for a detail of a payer, read on from the field's name. */
export function ruleOfCustomerField(name: CustomerField): string {
  return RULES[name]?.rule ?? `must have 1 to ${MAX_TEXT_LENGTH} printable characters and no space at either end.`;
}

/** The problem with a detail of a payer by itself, to be read on from the field's name, or null. */
export function findCustomerFieldProblem(name: CustomerField, text: string, now: Date): string | null {
  const own = RULES[name];
  // Length first: a payer types these, and may type as much as a request holds.
  if (text.length > (name === 'email' ? MAX_EMAIL_LENGTH : MAX_TEXT_LENGTH))
    return own?.rule ?? findUnsoundText(text, MAX_TEXT_LENGTH);
  if (containsCardNumber(text)) return 'must not hold a card number.';
  if (own) return own.accepts(text, now) ? null : own.rule;
  return findUnsoundText(text, MAX_TEXT_LENGTH);
}

function isPhoneNumber(text: string): boolean {
  if (text.length > MAX_PHONE_LENGTH) return false;
  // The parser takes spaces, letters and extensions, and drops them; whatever it read must be all there is.
  const number = parsePhoneNumberFromString(text);
  return number?.number === text && number.isPossible();
}

function isBirthday(text: string, now: Date): boolean {
  const match = BIRTHDAY.exec(text);
  if (!match || text < EARLIEST_BIRTHDAY || text > now.toISOString().slice(0, 10)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // The 30th of February becomes a day in March, or no date at all.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether an address can be a payer's: the provider validates by it, and one of a private network tells it nothing. */
function isPublicAddress(text: string): boolean {
  // The parser also takes `0x7f.1`; a zone names an interface of one machine.
  if (isIP(text) === 0 || text.includes('%')) return false;
  return ipaddr.process(text).range() === 'unicast';
}
