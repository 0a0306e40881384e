import type { DecimalString } from '../../common/decimal.js';
import { type SignedDecimalString, subtractDecimals } from '../../common/signed-decimal.js';

const NOTHING = '0' as SignedDecimalString;

/**
 * Returns the merchant's income from a paid order: the amount that the provider says was received, or the amount minus
 * the commission. If an answer contained neither, returns the whole amount until one does.
 */
export function incomeOf(order: {
  readonly amount: DecimalString;
  readonly commission: DecimalString | null;
  readonly received: DecimalString | null;
}): SignedDecimalString {
  const { amount, commission, received } = order;
  // Every decimal is a valid signed decimal.
  const signed = (decimal: DecimalString): SignedDecimalString => decimal as string as SignedDecimalString;
  if (received !== null) return signed(received);
  if (commission === null) return signed(amount);
  const rest = subtractDecimals(signed(amount), signed(commission));
  // A commission larger than the amount does not make the income negative: the difference would be a separate debt.
  return rest.startsWith('-') ? NOTHING : rest;
}
