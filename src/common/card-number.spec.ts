import fc from 'fast-check';
import { containsCardNumber, cvvLength, maskCardNumber, parseCardNumber } from './card-number.js';

describe('a card number', () => {
  it.each([
    ['4111111111111111', '4111111111111111'],
    ['4111 1111 1111 1111', '4111111111111111'],
    ['3782-822463-10005', '378282246310005'],
  ])('is read from %s', (text, digits) => {
    expect(parseCardNumber(text)).toBe(digits);
  });

  it.each([
    '4111111111111112',
    '41111111111',
    '41111111111111111111',
    '0000000000000000',
    '4111  1111 1111 1111',
    ' 4111111111111111',
    '4111111111111111 ',
    '٤١١١١١١١١١١١١١١١',
    '４１１１１１１１１１１１１１１１',
    '4111111111111111\n',
    '',
  ])('is not read from %j', (text) => {
    expect(parseCardNumber(text)).toBeNull();
  });

  it('shows its first six and last four digits and its scheme', () => {
    expect(maskCardNumber('4111111111111111')).toEqual({ maskedNumber: '411111******1111', brand: 'visa' });
    expect(maskCardNumber('378282246310005')).toEqual({ maskedNumber: '378282*****0005', brand: 'american-express' });
    expect(maskCardNumber('999999999999')).toEqual({ maskedNumber: '999999**9999', brand: null });
  });

  it('tells how long the code on the card is', () => {
    expect(cvvLength('4111111111111111')).toBe(3);
    expect(cvvLength('378282246310005')).toBe(4);
    expect(cvvLength('999999999999')).toBe(3);
  });
});

describe('a text', () => {
  it.each([
    'paid with 4111 1111 1111 1111, thanks',
    '5555555555554444',
    'card:4111-1111-1111-1111.',
    '№378282246310005',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111  1111  1111  1111',
    '4111–1111–1111–1111',
    '4111111111111111 12/39 123',
    '4111 1111 1111 1111 12/39 123',
    '12 4111111111111111',
    'table 7, 4111 1111 1111 1111',
    '4111.1111.1111.1111',
    '4111_1111_1111_1111',
    '4111/1111/1111/1111',
    '４１１１１１１１１１１１１１１１',
  ])('holds a card number: %s', (text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  it.each([
    'order 1795219200000',
    // Passes the check digit, and no scheme begins with 1.
    '1111111111111117',
    '4111111111111112',
    'a4111111111111111',
    '4111111111111111b',
    '01945c3e-4111-7111-8111-111111111111',
    'order/41111111-1111-1111-1111-111111111111/paid',
    '4111-111111111111',
    '+8801712345678',
    '',
  ])('holds none: %s', (text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  it('holds none when it is an id of random digits and letters', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(containsCardNumber(id)).toBe(false);
        expect(containsCardNumber(`order ${id}, again`)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
