import { minorUnits, parseCurrencyCode } from './currency.js';

describe('currencies', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['XOF', 0],
    ['UGX', 0],
    ['KWD', 3],
    ['KES', 2],
    ['ISK', 0],
    ['HUF', 2],
  ])('%s has %d decimals', (code, digits) => {
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
  ])('refuses %j', (text) => {
    expect(parseCurrencyCode(text)).toBeNull();
  });

  it.each(['XCG', 'VED'])('accepts the recent %s', (code) => {
    expect(parseCurrencyCode(code)).toBe(code);
  });
});
