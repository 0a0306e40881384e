import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { Refusal } from '../../../common/refusal.js';

/**
 * Returns the refusal for a payout that the expected balance does not cover.
 * @param figures `available` is the balance minus the waiting payouts
 * @param consequence what was not done as a result
 */
export function insufficientBalance(
  {
    currency,
    available,
    needed,
  }: { readonly currency: CurrencyCode; readonly available: string | null; readonly needed: string },
  consequence: string,
): Refusal<'INSUFFICIENT_BALANCE'> {
  const shown = (amount: string): string => `${inCurrency(amount, currency)} ${currency}`;
  const figures = `available ${shown(available ?? '0')}, needed ${shown(needed)}`;
  const message = `The expected balance, less the payouts that wait, does not cover it: ${figures}; ${consequence}.`;
  return { code: 'INSUFFICIENT_BALANCE', field: ['amount'], message };
}
