import fc from 'fast-check';
import { PAYOUT_STATUS_WORDS, translatePayoutStatus } from './payout-status.js';
import { ProviderProfile } from './provider-profile.js';

const profile = ProviderProfile.withOverrides({});

describe('the meaning of a payout status', () => {
  it.each([
    ['CREATED', 'CREATED'],
    ['PROCESSING', 'PROCESSING'],
    ['PENDING', 'PROCESSING'],
    ['COMPLETED', 'COMPLETED'],
    ['FAILED', 'FAILED'],
    ['CANCELED', 'CANCELED'],
    ['CANCELLED', 'CANCELED'],
    ['EXPIRED', 'EXPIRED'],
  ])('of %s is %s', (word, meaning) => {
    expect(translatePayoutStatus(profile, word)).toBe(meaning);
  });

  it.each(['completed', ' COMPLETED', 'FAILED ', 'REVERSED', 'PAID', '', 'constructor', '__proto__', 'toString'])(
    'of %j is not guessed',
    (word) => {
      expect(translatePayoutStatus(profile, word)).toBe('UNRECOGNIZED');
    },
  );

  it('is given for any word', () => {
    fc.assert(
      fc.property(fc.string(), (word) => {
        expect([...PAYOUT_STATUS_WORDS, 'UNRECOGNIZED']).toContain(translatePayoutStatus(profile, word));
      }),
    );
  });

  it('follows the words an operator adds', () => {
    const extended = ProviderProfile.withOverrides({ payoutStatusWords: { REVERSED: 'FAILED' } });

    expect(translatePayoutStatus(extended, 'REVERSED')).toBe('FAILED');
    expect(translatePayoutStatus(extended, 'COMPLETED')).toBe('COMPLETED');
  });
});
