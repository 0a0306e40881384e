import { fractionOf, toDecimal, toUnits } from '../money/amount-decimal.js';

const UNITS_PER_CENT = 100n;

/** 2.5 %, an arbitrary tariff: the interface shows a `commission` on the order but no rule for it. */
const COMMISSION_PER_MILLE = 25n;

/**
 * Splits an amount into the provider's commission, rounded half up to 2 decimals, and the merchant's part.
 *
 * `commission + received` always equals `amount`. `received` has as many decimals as the amount, and at least two.
 */
export function splitAmount(amount: string): { commission: string; received: string } {
  const units = toUnits(amount);
  const divisor = 1000n * UNITS_PER_CENT;
  const commission = ((units * COMMISSION_PER_MILLE + divisor / 2n) / divisor) * UNITS_PER_CENT;
  return {
    commission: toDecimal({ units: commission, decimals: 2 }),
    received: toDecimal({ units: units - commission, decimals: Math.max(2, fractionOf(amount).length) }),
  };
}
