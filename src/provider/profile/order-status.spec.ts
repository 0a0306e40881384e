import fc from 'fast-check';
import { ORDER_STATUS_WORDS, translateOrderStatus } from './order-status.js';
import { ProviderProfile } from './provider-profile.js';

const profile = ProviderProfile.withOverrides({});
const unpaid = (status: string) => ({ status, payedAt: null });

describe('the meaning of an order status', () => {
  it.each([
    ['CREATED', 'CREATED'],
    ['PENDING', 'PENDING'],
    ['PAID', 'PAID'],
    ['DECLINED', 'DECLINED'],
    ['FAILED', 'DECLINED'],
    ['CANCELED', 'CANCELED'],
    ['CANCELLED', 'CANCELED'],
    ['EXPIRED', 'EXPIRED'],
  ])('of %s is %s', (word, meaning) => {
    expect(translateOrderStatus(profile, unpaid(word))).toBe(meaning);
  });

  it.each(['created', ' PAID', 'PAID ', 'ON_HOLD', '', 'constructor', '__proto__', 'toString'])(
    'of %j is not guessed',
    (word) => {
      expect(translateOrderStatus(profile, unpaid(word))).toBe('UNRECOGNIZED');
    },
  );

  it('is paid whenever a time of payment is set, whatever the word', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (status, payedAt) => {
        expect(translateOrderStatus(profile, { status, payedAt })).toBe('PAID');
      }),
    );
  });

  it('is given for any word', () => {
    fc.assert(
      fc.property(fc.string(), (status) => {
        expect([...ORDER_STATUS_WORDS, 'UNRECOGNIZED']).toContain(translateOrderStatus(profile, unpaid(status)));
      }),
    );
  });

  it('follows the words an operator adds', () => {
    const extended = ProviderProfile.withOverrides({ orderStatusWords: { ON_HOLD: 'PENDING' } });

    expect(translateOrderStatus(extended, unpaid('ON_HOLD'))).toBe('PENDING');
  });
});
