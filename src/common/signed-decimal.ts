import Big from 'big.js';

Big.strict = true;

/**
 * An exact decimal in plain notation that may be negative: a balance or a difference. Wider than `DecimalString`, since
 * it adds up many amounts: at most 18 digits before the point and 4 after it.
 */
export type SignedDecimalString = string & { readonly brand: 'SignedDecimalString' };

const SIGNED_DECIMAL = /^(?!-0(?:\.0*)?$)-?(?:0|[1-9]\d{0,17})(?:\.\d{1,4})?$/;

/** The text as a signed decimal, exactly as written, or null when it is not one. Zero has no sign. */
export function parseSignedDecimal(text: string): SignedDecimalString | null {
  return SIGNED_DECIMAL.test(text) ? (text as SignedDecimalString) : null;
}

/** `left` less `right`, without zeros at the end. */
export function subtractDecimals(left: SignedDecimalString, right: SignedDecimalString): SignedDecimalString {
  return new Big(left).minus(right).toFixed() as SignedDecimalString;
}

/** One text per value: without zeros at the end. */
export function canonicalSigned(value: SignedDecimalString): SignedDecimalString {
  return new Big(value).toFixed() as SignedDecimalString;
}
