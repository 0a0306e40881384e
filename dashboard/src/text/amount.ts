/** Formats an amount with its currency. It stays a decimal string, because `Intl` accepts one without losing digits. */
export function formatAmount(amount: string, currency: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return `${format.format(amount as `${number}`)} ${currency}`;
}
