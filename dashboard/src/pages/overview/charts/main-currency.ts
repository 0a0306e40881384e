/** The currency of most of what is counted; null where nothing is. Amounts of several cannot stand on each other. */
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
