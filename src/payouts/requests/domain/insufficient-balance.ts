import type { Refusal } from '../../../common/refusal.js';

/**
 * The refusal of a payout that the expected balance does not cover.
 *
 * @param figures `available` is the balance less the payouts that wait
 * @param consequence the action that was not done
 */
export function insufficientBalance(
  {
    currency,
    available,
    needed,
  }: { readonly currency: string; readonly available: string | null; readonly needed: string },
  consequence: string,
): Refusal<'INSUFFICIENT_BALANCE'> {
  const figures = `available ${available ?? '0'} ${currency}, needed ${needed} ${currency}`;
  const message = `The expected balance, less the payouts that wait, does not cover it: ${figures}; ${consequence}.`;
  return { code: 'INSUFFICIENT_BALANCE', field: ['amount'], message };
}
