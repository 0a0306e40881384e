import { minorUnits, parseCurrencyCode } from './currency.js';

describe('a currency', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['XOF', 0],
    ['UGX', 0],
    ['KWD', 3],
    ['KES', 2],
    ['ISK', 0],
    ['HUF', 2],
  ])('%s has %d digits after the point', (code, digits) => {
    expect(minorUnits(parseCurrencyCode(code)!)).toBe(digits);
  });

  it.each([
    'eur',
    'EURO',
    'EU',
    '',
    'XXX',
    'XTS',
    'XAU',
    'BTC',
    'EUR ',
    'USD\0',
    'constructor',
    '__proto__',
    'toString',
  ])('is not %j', (text) => {
    expect(parseCurrencyCode(text)).toBeNull();
  });

  it.each(['XCG', 'VED'])('is %s, though young', (code) => {
    expect(parseCurrencyCode(code)).toBe(code);
  });
});
