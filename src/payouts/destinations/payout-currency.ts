import { type CurrencyCode, minorUnits, parseCurrencyCode } from '../../common/currency.js';

export interface AmountRule {
  readonly maxFractionDigits: number;
  /** Set only for currencies with whole amounts. */
  readonly multipleOf: '5' | null;
}

export interface PayoutCurrency {
  readonly code: CurrencyCode;
  readonly amountRule: AmountRule;
}

/**
 * A currency of a destination, with its ISO 4217 minor units unless the provider requires whole numbers or multiples.
 * @throws Error if the code is not an active ISO 4217 code, which is a mistake in the table; thrown when the table is
 * loaded
 */
export function payoutCurrency(
  code: string,
  stricter?: { readonly whole: true } | { readonly multipleOf: '5' },
): PayoutCurrency {
  const currency = parseCurrencyCode(code);
  if (currency === null) throw new Error(`A destination names ${code}, which is not a currency`);
  return {
    code: currency,
    amountRule: {
      maxFractionDigits: stricter === undefined ? minorUnits(currency) : 0,
      multipleOf: stricter !== undefined && 'multipleOf' in stricter ? stricter.multipleOf : null,
    },
  };
}

/** Describes the rule for amounts, to complete the sentence "An amount must be …". */
export function describeAmountRule({ maxFractionDigits, multipleOf }: AmountRule): string {
  if (multipleOf !== null) return `a whole number and a multiple of ${multipleOf}`;
  return maxFractionDigits === 0
    ? 'a whole number'
    : `a number with at most ${maxFractionDigits} digits after the point`;
}
