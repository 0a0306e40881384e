// The `mobile` build is a fifth larger than `min` and knows which numbers are mobile: a wallet or a PIX key on a
// landline does not exist.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { type FieldFormat, fieldFormat } from './field.format.js';

export interface MobileNumberRule {
  /** Where the number must be at home. */
  readonly countries: readonly CountryCode[];
  /** The countries in words, as in "a mobile number of …". */
  readonly home: string;
  /** In the form the field takes. */
  readonly example: string;
}

/** A number with a leading plus: how it is written on the wire is decided later. */
export function phoneFormat(about: MobileNumberRule): FieldFormat {
  return mobileNumberFormat(about, { kind: 'PHONE', prefix: '' });
}

/** A number as the interface asks for it at mobile wallets: digits only, without the plus. */
export function phoneDigitsFormat(about: MobileNumberRule): FieldFormat {
  return mobileNumberFormat(about, { kind: 'DIGITS', prefix: '+' });
}

// A number in any other form is refused, not repaired: a wrong guess pays a stranger.
function mobileNumberFormat(
  { countries, home, example }: MobileNumberRule,
  { kind, prefix }: { readonly kind: 'PHONE' | 'DIGITS'; readonly prefix: '' | '+' },
): FieldFormat {
  return fieldFormat({
    kind,
    rule: `a mobile number of ${home} with country code, written like ${example}`,
    example,
    code: 'PHONE_INVALID',
    canonical: (text) => (isMobileNumber(`${prefix}${text}`, countries) ? text : null),
  });
}

function isMobileNumber(text: string, countries: readonly CountryCode[]): boolean {
  const number = parsePhoneNumberFromString(text);
  // The parser takes spaces, letters, extensions and a trunk prefix (`+7 8 912 …`), and drops them. Whatever it read
  // must be all there is.
  if (number?.country === undefined || number.number !== text) return false;
  return number.isValid() && countries.includes(number.country);
}
