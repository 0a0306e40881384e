/** An amount with its currency. It stays a decimal string: `Intl` takes one, with all its digits. */
export function formatAmount(amount: string, currency: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return `${format.format(amount as `${number}`)} ${currency}`;
}
