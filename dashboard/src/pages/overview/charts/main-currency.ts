/** Returns the most frequent currency, or null. Amounts in different currencies cannot be stacked. */
export function mainCurrency(
  counts: readonly { readonly currency: string | null; readonly count: number }[],
): string | null {
  const sums = new Map<string, number>();
  for (const { currency, count } of counts) {
    if (currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + count);
  }
  const [first] = [...sums].sort(([, one], [, other]) => other - one);
  return first?.[0] ?? null;
}
