import type { DecimalString } from '../../../common/decimal.js';
import { type ApprovalPolicy, approversFor } from './approval-policy.js';

const decimal = (text: string): DecimalString => text as DecimalString;

const policy = (
  accountId: string | null,
  currency: string | null,
  fromAmount: string,
  approvers: number,
): ApprovalPolicy => ({ accountId, currency, fromAmount: decimal(fromAmount), approvers });

const payout = (accountId: string, currency: string, amount: string) => ({
  accountId,
  currency,
  amount: decimal(amount),
});

describe('the number of approvers', () => {
  const POLICIES = [
    policy(null, null, '0', 1),
    policy(null, 'BRL', '0', 0),
    policy(null, 'BRL', '1000', 1),
    policy(null, 'BRL', '5000.00', 2),
    policy('shop', null, '0', 2),
    policy('shop', 'BRL', '100', 0),
  ];

  it.each([
    ['the policy for any payout, if no other matches', payout('other', 'BDT', '9999999'), 1],
    ["the policy for the payout's currency rather than the one for any", payout('other', 'BRL', '999.9999'), 0],
    ["a policy from exactly the payout's amount", payout('other', 'BRL', '1000'), 1],
    ['the policy from the highest amount that the payout reaches', payout('other', 'BRL', '4999.99'), 1],
    ['a policy from an amount of the same value, whatever its zeros', payout('other', 'BRL', '5000'), 2],
    ["the policy for the payout's account rather than one for its currency", payout('shop', 'BRL', '99.99'), 2],
    ["the policy for the payout's account and currency rather than any other", payout('shop', 'BRL', '6000'), 0],
    ["the policy for the payout's account if it has none for the currency", payout('shop', 'BDT', '1'), 2],
  ])('the number of approvers is set by %s', (_, wanted, approvers) => {
    expect(approversFor(POLICIES, wanted, 0)).toBe(approvers);
    expect(approversFor([...POLICIES].reverse(), wanted, 0)).toBe(approvers);
  });

  it.each([0, 1, 2])('the number of approvers is %d, the default, if no policy matches', (fallback) => {
    expect(approversFor([], payout('shop', 'BRL', '1'), fallback)).toBe(fallback);
    expect(approversFor([policy(null, 'BRL', '1.01', 2)], payout('shop', 'BRL', '1'), fallback)).toBe(fallback);
  });
});
