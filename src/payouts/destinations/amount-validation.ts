import { findExcessDecimals } from '../../common/text/currency-amount.js';
import { canonicalDecimal, type DecimalString } from '../../common/decimal.js';
import { describeAmountRule, type PayoutCurrency } from './payout-currency.js';
import type { PayoutProblem, PayoutProblemCode } from './payout-problem.js';

/**
 * Validates an amount. Returns at most one problem: the first rule that the amount breaks, with a message that states
 * all rules.
 */
export function validateAmount(amount: DecimalString, { code: currency, amountRule }: PayoutCurrency): PayoutProblem[] {
  const value = canonicalDecimal(amount);
  if (value === '0') return problem('AMOUNT_NOT_POSITIVE', 'The amount must be greater than zero.');
  const rule = `An amount in ${currency} must be ${describeAmountRule(amountRule)}.`;
  const excess = findExcessDecimals(amount, currency);
  const tooPrecise = amountRule.maxFractionDigits === 0 ? 'AMOUNT_NOT_WHOLE' : 'AMOUNT_TOO_PRECISE';
  if (excess !== null) return problem(tooPrecise, `${excess} ${rule}`);
  const [whole = '', fraction = ''] = value.split('.');
  if (fraction.length > amountRule.maxFractionDigits) return problem(tooPrecise, rule);
  const { multipleOf } = amountRule;
  return multipleOf !== null && BigInt(whole) % BigInt(multipleOf) !== 0n
    ? problem('AMOUNT_NOT_MULTIPLE_OF_5', rule)
    : [];
}

function problem(code: PayoutProblemCode, message: string): PayoutProblem[] {
  return [{ code, field: ['amount'], message }];
}
