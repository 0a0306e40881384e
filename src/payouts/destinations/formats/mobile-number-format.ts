// The `mobile` build is a fifth larger than `min` and knows which numbers are mobile. Wallets and PIX keys never belong
// to landlines.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { type FieldFormat, fieldFormat } from './field-format.js';

export interface MobileNumberRule {
  readonly countries: readonly CountryCode[];
  /** The countries in words, as in "a mobile number of …". */
  readonly home: string;
  readonly example: string;
}

/** A number with a leading plus. The wire format is decided later. */
export function phoneFormat(about: MobileNumberRule): FieldFormat {
  return mobileNumberFormat(about, { kind: 'PHONE', prefix: '' });
}

/** A number as the provider's interface expects it for mobile wallets: digits only, without the plus. */
export function phoneDigitsFormat(about: MobileNumberRule): FieldFormat {
  return mobileNumberFormat(about, { kind: 'DIGITS', prefix: '+' });
}

// Rejects a number in any other form instead of repairing it: a wrong guess pays a stranger.
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
  // The parser accepts spaces, letters, extensions and a trunk prefix (`+7 8 912 …`), and drops them. The number it
  // read must equal the whole text.
  if (number?.country === undefined || number.number !== `${prefix}${text}`) return false;
  // In each of these countries all mobile numbers have one length, but the library also accepts shorter ones: with a
  // digit missing, `27821234567` would pass in South Africa and pay no one, or a stranger.
  if (countries.length === 1 && text.length !== example.length) return false;
  return number.isValid() && countries.includes(number.country);
}
