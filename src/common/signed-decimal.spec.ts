import { parseSignedDecimal, subtractDecimals } from './signed-decimal.js';

describe('signed decimals', () => {
  it.each(['0', '12.50', '-12.5', '-0.01', '999999999999999999.9999', '-999999999999999999'])('accepts %s', (text) => {
    expect(parseSignedDecimal(text)).toBe(text);
  });

  it.each([
    '',
    '-',
    '+1',
    '-0',
    '-0.00',
    '--1',
    '01',
    '1e3',
    '1.',
    '.5',
    '1.00001',
    '1'.repeat(19),
    'NaN',
    '１',
    '1\n',
  ])('refuses %j', (text) => {
    expect(parseSignedDecimal(text)).toBeNull();
  });

  it.each([
    ['10', '10.00', '0'],
    ['0.3', '0.1', '0.2'],
    ['-1', '2.5', '-3.5'],
    ['999999999999999999', '0.0001', '999999999999999998.9999'],
  ])('%s minus %s is %s', (left, right, difference) => {
    expect(subtractDecimals(parseSignedDecimal(left)!, parseSignedDecimal(right)!)).toBe(difference);
  });
});
