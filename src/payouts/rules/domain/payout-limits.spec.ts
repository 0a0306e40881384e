import type { DecimalString } from '../../../common/decimal.js';
import { blockingLimit, type PayoutLimit } from './payout-limits.js';
import type { PayoutLimitKind } from '../../core/domain/payout-limit-kind.js';

const decimal = (text: string): DecimalString => text as DecimalString;

const limit = (kind: PayoutLimitKind, value: string, rest: Partial<PayoutLimit> = {}): PayoutLimit => ({
  kind,
  accountId: null,
  currency: kind === 'DAILY_COUNT_PER_RECIPIENT' ? null : 'BRL',
  value: decimal(value),
  ...rest,
});

describe('limits for a payout of 10.50 BRL', () => {
  const payout = { accountId: 'shop', currency: 'BRL', amount: decimal('10.50') };

  it.each<[string, PayoutLimit, string, PayoutLimitKind | null]>([
    ['the largest payout, exactly', limit('LARGEST_PAYOUT', '10.5'), '0', null],
    ['the largest payout, below', limit('LARGEST_PAYOUT', '10.4999'), '0', 'LARGEST_PAYOUT'],
    ['the largest payout in another currency', limit('LARGEST_PAYOUT', '1', { currency: 'BDT' }), '0', null],
    ['the largest payout of another account', limit('LARGEST_PAYOUT', '1', { accountId: 'other' }), '0', null],
    ['the largest payout of its account', limit('LARGEST_PAYOUT', '1', { accountId: 'shop' }), '0', 'LARGEST_PAYOUT'],
    ['a daily sum with exactly enough room', limit('DAILY_SUM', '100'), '89.5', null],
    ['a daily sum that lacks the smallest amount', limit('DAILY_SUM', '100'), '89.5001', 'DAILY_SUM'],
    ['a daily sum that was exceeded before it was set', limit('DAILY_SUM', '100'), '200', 'DAILY_SUM'],
    ['a sum longer than an amount', limit('DAILY_SUM', '999999999999'), '999999999999', 'DAILY_SUM'],
    ['a sum of its maker with exactly enough room', limit('DAILY_SUM_PER_MAKER', '100'), '89.5', null],
    [
      'a sum of its maker that lacks the smallest amount',
      limit('DAILY_SUM_PER_MAKER', '100'),
      '89.5001',
      'DAILY_SUM_PER_MAKER',
    ],
    ['one more payment to the recipient', limit('DAILY_COUNT_PER_RECIPIENT', '2'), '1', null],
    ['too many payments to the recipient', limit('DAILY_COUNT_PER_RECIPIENT', '2'), '2', 'DAILY_COUNT_PER_RECIPIENT'],
    ['a limit of nothing at all', limit('DAILY_COUNT_PER_RECIPIENT', '0'), '0', 'DAILY_COUNT_PER_RECIPIENT'],
  ])('decides whether the payout is blocked by %s', (_, only, used, kind) => {
    expect(blockingLimit([only], payout, () => decimal(used))?.kind ?? null).toBe(kind);
  });

  it('the first limit that is exceeded blocks, and the message states its value', () => {
    const limits = [limit('LARGEST_PAYOUT', '100'), limit('DAILY_SUM', '50'), limit('LARGEST_PAYOUT', '5')];
    expect(blockingLimit(limits, payout, () => decimal('45'))).toEqual({
      kind: 'DAILY_SUM',
      message: 'The payouts of a day may be 50.00 BRL together; it waits until there is room.',
    });
  });
});
