/** Amounts have at most four decimals, so each is a whole number of ten-thousandths. */
const SCALE = 4;

/** Units of {@link toUnits} in one whole of a currency. */
export const UNITS_PER_WHOLE = 10n ** BigInt(SCALE);

/** Accepted amounts: up to 12 digits, a decimal point, up to 4 digits. No sign, no exponent. */
export const amountPattern = /^\d{1,12}(\.\d{1,4})?$/;

/** Converts an amount that matches {@link amountPattern} to integer units, so that nothing is rounded. */
export function toUnits(amount: string): bigint {
  const [whole = ''] = amount.split('.');
  return BigInt(whole + fractionOf(amount).padEnd(SCALE, '0'));
}

/** Formats an amount with the given number of decimals and truncates the rest. */
export function toDecimal({ units, decimals }: { units: bigint; decimals: number }): string {
  const digits = units.toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).slice(0, decimals);
  return fraction === '' ? digits.slice(0, -SCALE) : `${digits.slice(0, -SCALE)}.${fraction}`;
}

export function fractionOf(amount: string): string {
  return amount.split('.')[1] ?? '';
}

export function isPositive(amount: string): boolean {
  return toUnits(amount) > 0n;
}

/** Adds one whole unit, for the amount that the `wrongAmount` fault echoes. */
export function oneMore(amount: string): string {
  return toDecimal({ units: toUnits(amount) + UNITS_PER_WHOLE, decimals: fractionOf(amount).length });
}
