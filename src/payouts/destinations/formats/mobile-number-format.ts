// The `mobile` build is a fifth larger than `min` and knows which numbers are mobile: a wallet or a PIX key on a
// landline does not exist.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { type FieldFormat, fieldFormat } from './field-format.js';

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
  about: MobileNumberRule,
  { kind, prefix }: { readonly kind: 'PHONE' | 'DIGITS'; readonly prefix: '' | '+' },
): FieldFormat {
  const { home, example } = about;
  return fieldFormat({
    kind,
    rule: `a mobile number of ${home} with country code, written like ${example}`,
    example,
    code: 'PHONE_INVALID',
    canonical: (text) => (isMobileNumber(text, prefix, about) ? text : null),
  });
}

function isMobileNumber(text: string, prefix: '' | '+', { countries, example }: MobileNumberRule): boolean {
  const number = parsePhoneNumberFromString(`${prefix}${text}`);
  // The parser takes spaces, letters, extensions and a trunk prefix (`+7 8 912 …`), and drops them. Whatever it read
  // must be all there is.
  if (number?.country === undefined || number.number !== `${prefix}${text}`) return false;
  // Within one of these countries all mobile numbers are of one length, but the library also knows shorter ones: with
  // a digit forgotten, `27821234567` would pass in South Africa and pay nobody, or a stranger.
  if (countries.length === 1 && text.length !== example.length) return false;
  return number.isValid() && countries.includes(number.country);
}
