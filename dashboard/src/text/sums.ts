interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** Sums amounts by currency, in alphabetical order. Adds whole numbers, never floats. */
export function sumsByCurrency(money: readonly Money[]): readonly Money[] {
  const currencies = [...new Set(money.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const amounts = money.filter((each) => each.currency === currency).map(({ amount }) => amount);
    return { currency, amount: sumOf(amounts) };
  });
}

/** Returns the largest amount of each currency, in alphabetical order. */
export function largestByCurrency(money: readonly Money[]): readonly Money[] {
  return sumsByCurrency(money).map(({ currency }) => {
    const amounts = money.filter((each) => each.currency === currency).map(({ amount }) => amount);
    const decimals = mostDecimals(amounts);
    const amount = amounts.reduce((most, next) => (toUnits(next, decimals) > toUnits(most, decimals) ? next : most));
    return { currency, amount };
  });
}

function sumOf(amounts: readonly string[]): string {
  const decimals = mostDecimals(amounts);
  const units = amounts.reduce((sum, amount) => sum + toUnits(amount, decimals), 0n);
  if (decimals === 0) return String(units);
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function mostDecimals(amounts: readonly string[]): number {
  return Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
}

function toUnits(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
