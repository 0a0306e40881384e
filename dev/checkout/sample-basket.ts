/** The basket of the sample shop. Prices are whole cents, so sums are exact. */
export const BASKET: readonly { readonly name: string; readonly cents: number }[] = [
  { name: 'Stoneware teapot, 1.2 l', cents: 34_00 },
  { name: 'Green tea, 250 g', cents: 12_50 },
  { name: 'Shipping', cents: 4_00 },
];

export const CURRENCY = 'EUR';

export const PURPOSE = 'A teapot and tea';

/** Returns the basket's price in Purser's format. Only the server sets it. */
export function basketTotal(): string {
  return decimalOf(BASKET.reduce((sum, { cents }) => sum + cents, 0));
}

export function decimalOf(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
