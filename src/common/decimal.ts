import Big from 'big.js';

// Strict mode makes Big refuse JavaScript numbers, so a float cannot slip into an amount.
Big.strict = true;

/**
 * An exact, non-negative decimal in plain notation: at most 12 digits before the point and 4 after it, no sign, no
 * exponent, no leading zeros. The bounds are those of the `numeric` CHECK constraints on every money column.
 */
export type DecimalString = string & { readonly brand: 'DecimalString' };

// ASCII digits only: `\d` in JavaScript already excludes other scripts' digits, and `$` without the m flag is the end.
const DECIMAL = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,4})?$/;

/** The text as a decimal, exactly as written (`"10.50"` keeps its zero), or null when it is not one. */
export function parseDecimal(text: string): DecimalString | null {
  return DECIMAL.test(text) ? (text as DecimalString) : null;
}

/** Orders two decimals by value: `"10.5"` and `"10.50"` are equal. */
export function compareDecimals(left: DecimalString, right: DecimalString): -1 | 0 | 1 {
  return new Big(left).cmp(right);
}

/** One text per value: trailing zeros after the point are dropped, so equal values give equal texts. */
export function canonicalDecimal(value: DecimalString): string {
  return new Big(value).toFixed();
}

/**
 * The sum of two decimals, exactly.
 *
 * @returns a text that may have more digits before the point than a single amount can
 */
export function addDecimals(left: DecimalString, right: DecimalString): DecimalString {
  return new Big(left).plus(right).toFixed() as DecimalString;
}
