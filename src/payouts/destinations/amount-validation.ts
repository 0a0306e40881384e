import { canonicalDecimal, type DecimalString, significantFractionDigits } from '../../common/decimal.js';
import { describeAmountRule, type PayoutCurrency } from './payout-currency.js';
import type { PayoutProblem, PayoutProblemCode } from './payout-problem.js';

/** The problem with an amount: the first rule it breaks, in a sentence that names all of them; else empty. */
export function validateAmount(amount: DecimalString, { code: currency, amountRule }: PayoutCurrency): PayoutProblem[] {
  const code = brokenRule(amount, amountRule);
  if (code === null) return [];
  const message =
    code === 'AMOUNT_NOT_POSITIVE'
      ? 'The amount must be greater than zero.'
      : `An amount in ${currency} must be ${describeAmountRule(amountRule)}.`;
  return [{ code, field: ['amount'], message }];
}

function brokenRule(
  amount: DecimalString,
  { maxFractionDigits, multipleOf }: PayoutCurrency['amountRule'],
): PayoutProblemCode | null {
  const value = canonicalDecimal(amount);
  if (value === '0') return 'AMOUNT_NOT_POSITIVE';
  if (significantFractionDigits(amount) > maxFractionDigits) {
    return maxFractionDigits === 0 ? 'AMOUNT_NOT_WHOLE' : 'AMOUNT_TOO_PRECISE';
  }
  return multipleOf !== null && BigInt(value) % BigInt(multipleOf) !== 0n ? 'AMOUNT_NOT_MULTIPLE_OF_5' : null;
}
