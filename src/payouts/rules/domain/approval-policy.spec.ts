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
    ['the one for any, when no other matches', payout('other', 'BDT', '9999999'), 1],
    ['the one of its currency before the one for any', payout('other', 'BRL', '999.9999'), 0],
    ['the band that begins at its amount', payout('other', 'BRL', '1000'), 1],
    ['the highest band below it', payout('other', 'BRL', '4999.99'), 1],
    ['a band by value, whatever its zeros', payout('other', 'BRL', '5000'), 2],
    ['the one of its account before any of its currency', payout('shop', 'BRL', '99.99'), 2],
    ['the one of its account and currency before all others', payout('shop', 'BRL', '6000'), 0],
    ['the one of its account in another currency', payout('shop', 'BDT', '1'), 2],
  ])('is set by %s', (_, wanted, approvers) => {
    expect(approversFor(POLICIES, wanted, 0)).toBe(approvers);
    expect(approversFor([...POLICIES].reverse(), wanted, 0)).toBe(approvers);
  });

  it.each([0, 1, 2])('is %d, the default, if no policy matches', (fallback) => {
    expect(approversFor([], payout('shop', 'BRL', '1'), fallback)).toBe(fallback);
    expect(approversFor([policy(null, 'BRL', '1.01', 2)], payout('shop', 'BRL', '1'), fallback)).toBe(fallback);
  });
});
