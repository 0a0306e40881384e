import Big from 'big.js';

// In strict mode Big rejects JavaScript numbers, so a float cannot become an amount.
Big.strict = true;

/**
 * An exact, non-negative decimal in plain notation: at most 12 digits before the point and 4 after it, without sign,
 * exponent or leading zeros. The CHECK constraints of every money column have the same limits.
 */
export type DecimalString = string & { readonly brand: 'DecimalString' };

// ASCII digits only: in JavaScript `\d` does not match other scripts' digits, and without the m flag `$` matches only
// the end of the text.
const DECIMAL = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,4})?$/;

/** Returns the text unchanged (`"10.50"` keeps its zero) as a decimal; null if it is not one. */
export function parseDecimal(text: string): DecimalString | null {
  return DECIMAL.test(text) ? (text as DecimalString) : null;
}

/** Compares by value: `"10.5"` and `"10.50"` are equal. */
export function compareDecimals(left: DecimalString, right: DecimalString): -1 | 0 | 1 {
  return new Big(left).cmp(right);
}

/** Drops trailing zeros after the point, so that equal values have equal texts. */
export function canonicalDecimal(value: DecimalString): string {
  return new Big(value).toFixed();
}

/**
 * Adds without rounding.
 * @returns a decimal that may have more digits before the point than a single amount
 */
export function addDecimals(left: DecimalString, right: DecimalString): DecimalString {
  return new Big(left).plus(right).toFixed() as DecimalString;
}
