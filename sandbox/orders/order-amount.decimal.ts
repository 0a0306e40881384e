/** Amounts have at most four decimals, so each one is a whole number of ten-thousandths. */
const SCALE = 4;
const UNITS_PER_CENT = 100n;

/** 2.5 %: an arbitrary tariff. The interface shows a `commission` on the order but no rule for it. */
const COMMISSION_PER_MILLE = 25n;

/** The amounts the sandbox takes: a decimal point, at most 12 digits before it and 4 after. No sign, no exponent. */
export const amountPattern = /^\d{1,12}(\.\d{1,4})?$/;

/** Whether an amount that fits {@link amountPattern} is more than zero. */
export function isPositive(amount: string): boolean {
  return toUnits(amount) > 0n;
}

/**
 * Splits an amount into the provider's commission, rounded half up to 2 decimals, and what the merchant receives.
 *
 * Exact, because it counts in integers: `commission + received` always equals `amount`. `received` is written with
 * the decimals of the amount, and with two at least.
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

/** The amount plus one whole unit of its currency: what the `wrongAmount` fault echoes. */
export function oneMore(amount: string): string {
  return toDecimal({ units: toUnits(amount) + 10n ** BigInt(SCALE), decimals: fractionOf(amount).length });
}

function fractionOf(amount: string): string {
  return amount.split('.')[1] ?? '';
}

function toUnits(amount: string): bigint {
  const [whole = ''] = amount.split('.');
  return BigInt(whole + fractionOf(amount).padEnd(SCALE, '0'));
}

function toDecimal({ units, decimals }: { units: bigint; decimals: number }): string {
  const digits = units.toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).slice(0, decimals);
  return fraction === '' ? digits.slice(0, -SCALE) : `${digits.slice(0, -SCALE)}.${fraction}`;
}
