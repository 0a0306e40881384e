import fc from 'fast-check';
import { recipientFingerprint } from './recipient-fingerprint.js';

const ascii = fc.string({ minLength: 1, maxLength: 40 });

describe('recipient fingerprints', () => {
  it('recipient fingerprints are equal if the requisites differ only in case and a leading plus', () => {
    const places = [
      { requisites: 'Player_One', bankName: null },
      { requisites: 'player_one', bankName: null },
      { requisites: '+player_one', bankName: null },
    ];
    expect(new Set(places.map(recipientFingerprint)).size).toBe(1);
  });

  it('recipient fingerprints are different for different requisites or banks, even if both joined give the same text', () => {
    const places = [
      { requisites: 'ab', bankName: null },
      { requisites: 'ab', bankName: '' },
      { requisites: 'a', bankName: 'b' },
      { requisites: 'a","b', bankName: null },
      { requisites: 'ab', bankName: 'null' },
    ];
    expect(new Set(places.map(recipientFingerprint)).size).toBe(places.length);
  });

  it('ignore the case of requisites and bank', () => {
    fc.assert(
      fc.property(ascii, ascii, (requisites, bankName) => {
        const upper = { requisites: requisites.toUpperCase(), bankName: bankName.toUpperCase() };
        expect(recipientFingerprint(upper)).toBe(recipientFingerprint({ requisites, bankName }));
      }),
    );
  });
});
