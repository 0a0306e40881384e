/** The basket of the sample shop. Prices are whole cents, so that no sum is ever a fraction of one. */
export const BASKET: readonly { readonly name: string; readonly cents: number }[] = [
  { name: 'Stoneware teapot, 1.2 l', cents: 34_00 },
  { name: 'Green tea, 250 g', cents: 12_50 },
  { name: 'Shipping', cents: 4_00 },
];

export const CURRENCY = 'EUR';

export const PURPOSE = 'A teapot and tea';

/** The price of the whole basket as Purser takes amounts. Only this side of the shop decides it. */
export function basketTotal(): string {
  return decimalOf(BASKET.reduce((sum, { cents }) => sum + cents, 0));
}

/** Cents as a decimal with two digits after the point. */
export function decimalOf(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
