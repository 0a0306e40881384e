import type { DecimalString } from '../../common/decimal.js';
import { type SignedDecimalString, subtractDecimals } from '../../common/signed-decimal.js';

const NOTHING = '0' as SignedDecimalString;

/**
 * The merchant's income from a paid order: the provider's figure, or the amount minus its commission. Without either,
 * the whole amount until an answer says more.
 */
export function incomeOf(order: {
  readonly amount: DecimalString;
  readonly commission: DecimalString | null;
  readonly received: DecimalString | null;
}): SignedDecimalString {
  const { amount, commission, received } = order;
  // A decimal is a valid signed decimal.
  const signed = (decimal: DecimalString): SignedDecimalString => decimal as string as SignedDecimalString;
  if (received !== null) return signed(received);
  if (commission === null) return signed(amount);
  const rest = subtractDecimals(signed(amount), signed(commission));
  // A commission above the amount would be a separate debt.
  return rest.startsWith('-') ? NOTHING : rest;
}
