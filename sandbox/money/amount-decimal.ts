/** Amounts have at most four decimals, so each one is a whole number of ten-thousandths. */
const SCALE = 4;

/** How many of the units that {@link toUnits} counts in make one whole of a currency. */
export const UNITS_PER_WHOLE = 10n ** BigInt(SCALE);

/** The amounts the sandbox takes: a decimal point, at most 12 digits before it and 4 after. No sign, no exponent. */
export const amountPattern = /^\d{1,12}(\.\d{1,4})?$/;

/** An amount that fits {@link amountPattern}, counted in integers so that nothing is ever rounded unasked. */
export function toUnits(amount: string): bigint {
  const [whole = ''] = amount.split('.');
  return BigInt(whole + fractionOf(amount).padEnd(SCALE, '0'));
}

/** The decimal text of an amount, with so many of its four decimals; the others are cut off. */
export function toDecimal({ units, decimals }: { units: bigint; decimals: number }): string {
  const digits = units.toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).slice(0, decimals);
  return fraction === '' ? digits.slice(0, -SCALE) : `${digits.slice(0, -SCALE)}.${fraction}`;
}

/** The digits after the decimal point. */
export function fractionOf(amount: string): string {
  return amount.split('.')[1] ?? '';
}

/** Whether an amount that fits {@link amountPattern} is more than zero. */
export function isPositive(amount: string): boolean {
  return toUnits(amount) > 0n;
}

/** The amount plus one whole unit of its currency: what the `wrongAmount` fault echoes. */
export function oneMore(amount: string): string {
  return toDecimal({ units: toUnits(amount) + UNITS_PER_WHOLE, decimals: fractionOf(amount).length });
}
