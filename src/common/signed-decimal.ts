import Big from 'big.js';

Big.strict = true;

/**
 * An exact decimal in plain notation that may be negative: a balance or a difference. A balance sums many amounts, so
 * this type is wider than `DecimalString`: at most 18 digits before the point and 4 after it.
 */
export type SignedDecimalString = string & { readonly brand: 'SignedDecimalString' };

const SIGNED_DECIMAL = /^(?!-0(?:\.0*)?$)-?(?:0|[1-9]\d{0,17})(?:\.\d{1,4})?$/;

/** Returns the text unchanged as a signed decimal; null if it is not one. Zero must have no sign. */
export function parseSignedDecimal(text: string): SignedDecimalString | null {
  return SIGNED_DECIMAL.test(text) ? (text as SignedDecimalString) : null;
}

/** Returns `left` minus `right`, without trailing zeros. */
export function subtractDecimals(left: SignedDecimalString, right: SignedDecimalString): SignedDecimalString {
  return new Big(left).minus(right).toFixed() as SignedDecimalString;
}

/** Drops trailing zeros, so that equal values have equal texts. */
export function canonicalSigned(value: SignedDecimalString): SignedDecimalString {
  return new Big(value).toFixed() as SignedDecimalString;
}
