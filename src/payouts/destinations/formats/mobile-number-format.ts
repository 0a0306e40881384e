// The `mobile` build is a fifth larger than `min`, but can tell mobile numbers from landlines, to which wallets and PIX
// keys never belong.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { type FieldFormat, fieldFormat } from './field-format.js';

export interface MobileNumberRule {
  readonly countries: readonly CountryCode[];
  /** The names of the countries, as in "a mobile number of …". */
  readonly home: string;
  readonly example: string;
}

/** A phone number with a leading plus. How it is sent to the provider is decided later. */
export function phoneFormat(about: MobileNumberRule): FieldFormat {
  return mobileNumberFormat(about, { kind: 'PHONE', prefix: '' });
}

/** A phone number in digits only, without the plus: the provider's interface expects this form for mobile wallets. */
export function phoneDigitsFormat(about: MobileNumberRule): FieldFormat {
  return mobileNumberFormat(about, { kind: 'DIGITS', prefix: '+' });
}

// Rejects a number in any other form instead of guessing what was meant: a wrong guess would pay a stranger.
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
  // The parser drops spaces, letters, extensions and a trunk prefix (`+7 8 912 …`). Comparing its result with the whole
  // text rejects them.
  if (number?.country === undefined || number.number !== `${prefix}${text}`) return false;
  // In each of these countries all mobile numbers have the same length, but the library also accepts shorter ones. In
  // South Africa `27821234567` would pass with a digit missing, and the money would go to no one or to a stranger.
  if (countries.length === 1 && text.length !== example.length) return false;
  return number.isValid() && countries.includes(number.country);
}
