import fc from 'fast-check';
import { containsCardNumber, cvvLength, maskCardNumber, parseCardNumber } from './card-number.js';
import { COSTLY_TEXTS, NO_TIME_MS, quickestMs } from './costly-text.fixture.js';

describe('card numbers', () => {
  it.each([
    ['4111111111111111', '4111111111111111'],
    ['4111 1111 1111 1111', '4111111111111111'],
    ['3782-822463-10005', '378282246310005'],
  ])('parses %s', (text, digits) => {
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
  ])('refuses %j', (text) => {
    expect(parseCardNumber(text)).toBeNull();
  });

  it('masking keeps the first six and last four digits, and adds the scheme', () => {
    expect(maskCardNumber('4111111111111111')).toEqual({ maskedNumber: '411111******1111', brand: 'visa' });
    expect(maskCardNumber('378282246310005')).toEqual({ maskedNumber: '378282*****0005', brand: 'american-express' });
    expect(maskCardNumber('999999999999')).toEqual({ maskedNumber: '999999**9999', brand: null });
  });

  it("the security code's length depends on the card number", () => {
    expect(cvvLength('4111111111111111')).toBe(3);
    expect(cvvLength('378282246310005')).toBe(4);
    expect(cvvLength('999999999999')).toBe(3);
  });
});

describe('texts with card numbers', () => {
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
    '٤١١١١١١١١١١١١١١١',
    '४१११ ११११ ११११ ११११',
    '4111\u200d1111\u200d1111\u200d1111',
    '4\ufe0f\u20e31111111\u200b11111111',
    '4111,1111,1111,1111',
    '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    'code 1 2 3 4 5 6 7 8 9 0, card 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 12/39',
    'No4111111111111111',
    '4111111111111111b',
    'card4111 1111 1111 1111',
    '378282246310005CVV1234',
  ])('finds a card number: %s', (text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  it.each([
    'order 1795219200000',
    // The check digit is valid, but no scheme starts with 1.
    '1111111111111117',
    '4111111111111112',
    // With a letter next to them, digits are a card number only if there are 15 or 16, as on most cards.
    'a4000000000000000006',
    '4000000000000000006b',
    // Hexadecimal digests and ids, by length: 24, 32, 40 and 64.
    'a4111111111111111bcdef01',
    'abcdef4111111111111111abcdefabcd',
    'abcdef4111111111111111abcdefabcd00000000',
    'abcdef4111111111111111abcdefabcd00000000abcdef4111111111111111ab',
    '01945c3e-4111-7111-8111-111111111111',
    'order/41111111-1111-1111-1111-111111111111/paid',
    '4111-111111111111',
    '+8801712345678',
    '',
  ])('finds no card number: %s', (text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  it('finds no card number in UUIDs', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(containsCardNumber(id)).toBe(false);
        expect(containsCardNumber(`order ${id}, again`)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  // Longer texts never get here: callers check the length first.
  it.each(COSTLY_TEXTS)('searches 2,000 characters of repeated %s quickly', (_, text) => {
    expect(quickestMs(() => containsCardNumber(text.slice(-2_000)))).toBeLessThan(NO_TIME_MS);
  });
});
