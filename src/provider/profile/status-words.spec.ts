import fc from 'fast-check';
import { ProviderProfile } from './provider-profile.js';
import { ORDER_STATUS_WORDS, PAYOUT_STATUS_WORDS, translateStatus } from './status-words.js';

const { orderStatusWords, payoutStatusWords } = ProviderProfile.withOverrides({});

const NO_WORDS = ['created', ' PAID', 'PAID ', 'FAILED ', 'ON_HOLD', '', 'constructor', '__proto__', 'toString'];

describe('order statuses', () => {
  it.each([
    ['CREATED', 'CREATED'],
    ['PENDING', 'PENDING'],
    ['PAID', 'PAID'],
    ['DECLINED', 'DECLINED'],
    ['FAILED', 'DECLINED'],
    ['CANCELED', 'CANCELED'],
    ['CANCELLED', 'CANCELED'],
    ['EXPIRED', 'EXPIRED'],
  ])('the order status %s means %s', (word, meaning) => {
    expect(translateStatus(orderStatusWords, word)).toBe(meaning);
  });

  it.each(NO_WORDS)('%j is not guessed but UNRECOGNIZED', (word) => {
    expect(translateStatus(orderStatusWords, word)).toBe('UNRECOGNIZED');
  });

  it('any text is translated without an error', () => {
    fc.assert(
      fc.property(fc.string(), (status) => {
        expect([...ORDER_STATUS_WORDS, 'UNRECOGNIZED']).toContain(translateStatus(orderStatusWords, status));
      }),
    );
  });

  it('an operator can add status words', () => {
    const extended = ProviderProfile.withOverrides({ orderStatusWords: { ON_HOLD: 'PENDING' } });

    expect(translateStatus(extended.orderStatusWords, 'ON_HOLD')).toBe('PENDING');
  });
});

describe('payout statuses', () => {
  it.each([
    ['CREATED', 'CREATED'],
    ['PROCESSING', 'PROCESSING'],
    ['PENDING', 'PROCESSING'],
    ['COMPLETED', 'COMPLETED'],
    ['FAILED', 'FAILED'],
    ['CANCELED', 'CANCELED'],
    ['CANCELLED', 'CANCELED'],
    ['EXPIRED', 'EXPIRED'],
  ])('the payout status %s means %s', (word, meaning) => {
    expect(translateStatus(payoutStatusWords, word)).toBe(meaning);
  });

  it.each([...NO_WORDS, 'completed', ' COMPLETED', 'REVERSED', 'PAID'])(
    '%j is not guessed but UNRECOGNIZED',
    (word) => {
      expect(translateStatus(payoutStatusWords, word)).toBe('UNRECOGNIZED');
    },
  );

  it('any text is translated without an error', () => {
    fc.assert(
      fc.property(fc.string(), (word) => {
        expect([...PAYOUT_STATUS_WORDS, 'UNRECOGNIZED']).toContain(translateStatus(payoutStatusWords, word));
      }),
    );
  });

  it('an operator can add status words', () => {
    const extended = ProviderProfile.withOverrides({ payoutStatusWords: { REVERSED: 'FAILED' } }).payoutStatusWords;

    expect(translateStatus(extended, 'REVERSED')).toBe('FAILED');
    expect(translateStatus(extended, 'COMPLETED')).toBe('COMPLETED');
  });
});
