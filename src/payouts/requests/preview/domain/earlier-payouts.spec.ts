import type { CurrencyCode } from '../../../../common/currency.js';
import type { DecimalString } from '../../../../common/decimal.js';
import type { SignedDecimalString } from '../../../../common/signed-decimal.js';
import type { PlannedPayout, RecordingFacts } from '../../../rules/domain/recording-facts.js';
import { earlierDuplicates, type EarlierPayout, withEarlier } from './earlier-payouts.js';

const decimal = (text: string): DecimalString => text as DecimalString;

const FACTS: RecordingFacts = {
  isKeyUsed: false,
  isExternalIdTaken: false,
  isGuessing: false,
  possibleDuplicate: null,
  lostPayment: null,
  isRestored: false,
  available: '100' as SignedDecimalString,
  recipientSum: decimal('1'),
  policies: [],
};

const planned = (overrides: Partial<PlannedPayout> = {}): PlannedPayout => ({
  id: 'later',
  accountId: 'one',
  currency: 'BRL' as CurrencyCode,
  amount: decimal('10'),
  recipientHash: Buffer.from('ana'),
  requisitesHashes: [Buffer.from('ana')],
  idempotencyKey: 'key-2',
  unsharedExternalId: null,
  rootId: null,
  guesses: null,
  ...overrides,
});

const earlier = (payout: Partial<PlannedPayout>, overrides: Partial<EarlierPayout> = {}): EarlierPayout => ({
  index: 0,
  planned: planned({ id: 'earlier', idempotencyKey: 'key-1', ...payout }),
  externalId: null,
  isApproved: true,
  ...overrides,
});

const OTHER = { recipientHash: Buffer.from('rui'), requisitesHashes: [Buffer.from('rui')] };

describe('withEarlier', () => {
  it.each<[string, EarlierPayout, PlannedPayout, Partial<RecordingFacts>]>([
    [
      'the same recipient and amount, however the amount is written',
      earlier({ amount: decimal('10.00') }),
      planned(),
      { possibleDuplicate: 'earlier', recipientSum: decimal('11'), available: '90' as SignedDecimalString },
    ],
    [
      'another amount to the same recipient',
      earlier({ amount: decimal('9') }),
      planned(),
      { recipientSum: decimal('10'), available: '91' as SignedDecimalString },
    ],
    ['another recipient', earlier(OTHER), planned(), { available: '90' as SignedDecimalString }],
    ['a payout that waits for approval', earlier(OTHER, { isApproved: false }), planned(), {}],
    ['another account', earlier({ ...OTHER, accountId: 'two', idempotencyKey: 'key-2' }), planned(), {}],
    ['another currency', earlier({ currency: 'USD' as CurrencyCode }), planned(), {}],
    [
      'the same key',
      earlier({ ...OTHER, idempotencyKey: 'key-2' }, { isApproved: false }),
      planned(),
      { isKeyUsed: true },
    ],
    [
      'the same external id',
      earlier(OTHER, { externalId: 'invoice', isApproved: false }),
      planned({ unsharedExternalId: 'invoice' }),
      { isExternalIdTaken: true },
    ],
    ['an external id that is shared', earlier(OTHER, { externalId: 'invoice', isApproved: false }), planned(), {}],
  ])('changes what the database tells for %s', (_, before, payout, changed) => {
    expect(withEarlier(FACTS, payout, [before])).toEqual({ ...FACTS, ...changed });
  });

  it('an account without a balance stays without one', () => {
    expect(withEarlier({ ...FACTS, available: null }, planned(), [earlier(OTHER)]).available).toBeNull();
  });
});

describe('earlierDuplicates', () => {
  it('finds payouts to the same requisites, of any amount', () => {
    const before = [earlier({ amount: decimal('9') }), earlier({}, { index: 1 }), earlier(OTHER, { index: 2 })];
    expect(earlierDuplicates(planned(), before)).toEqual([
      { index: 0, isSameAmount: false },
      { index: 1, isSameAmount: true },
    ]);
  });
});
