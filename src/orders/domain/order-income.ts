import type { DecimalString } from '../../common/decimal.js';
import { type SignedDecimalString, subtractDecimals } from '../../common/signed-decimal.js';

const NOTHING = '0' as SignedDecimalString;

/**
 * The merchant's income of a paid order: as the provider says, or else the amount less its commission. Without
 * either it is the amount, until an answer tells more.
 */
export function incomeOf(order: {
  readonly amount: DecimalString;
  readonly commission: DecimalString | null;
  readonly received: DecimalString | null;
}): SignedDecimalString {
  const { amount, commission, received } = order;
  // A decimal without a sign is one that could have had one.
  const signed = (decimal: DecimalString): SignedDecimalString => decimal as string as SignedDecimalString;
  if (received !== null) return signed(received);
  if (commission === null) return signed(amount);
  const rest = subtractDecimals(signed(amount), signed(commission));
  // A commission above the amount would be another debt than this one.
  return rest.startsWith('-') ? NOTHING : rest;
}
