import fc from 'fast-check';
import { cardFormat } from './card-format.js';

describe('card numbers', () => {
  it.each(['4111111111111111', '378282246310005', '6304000000000000', '5018000000000009', '6799990100000000019'])(
    'accepts %s',
    (text) => {
      expect(cardFormat.parse(text)).toEqual({ ok: true, value: text });
    },
  );

  it.each(['0000000000000000', '4111 1111 1111 1111', '4111-1111-1111-1111', '41111111111', '４111111111111111', ''])(
    'refuses %j',
    (text) => {
      expect(cardFormat.parse(text)).toMatchObject({ ok: false, code: 'CARD_INVALID' });
    },
  );

  it('refuses a card number with any one digit changed', () => {
    fc.assert(
      fc.property(fc.nat({ max: 15 }), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const { example } = cardFormat;
        const digit = (Number(example.charAt(place)) + shift) % 10;
        expect(cardFormat.parse(`${example.slice(0, place)}${digit}${example.slice(place + 1)}`).ok).toBe(false);
      }),
    );
  });
});
