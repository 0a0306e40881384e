import fc from 'fast-check';
import { canonicalDecimal, compareDecimals, type DecimalString, parseDecimal } from './decimal.js';

const decimal = (text: string): DecimalString => {
  const parsed = parseDecimal(text);
  if (parsed === null) throw new Error(`${text} is no decimal`);
  return parsed;
};

const anyDecimal = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999_999 }), fc.option(fc.stringMatching(/^\d{1,4}$/)))
  .map(([whole, fraction]) => decimal(fraction === null ? String(whole) : `${whole}.${fraction}`));

/** Computes the value in ten-thousandths with integers only. */
const tenThousandths = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
};

describe('decimals', () => {
  it.each(['0', '0.0', '0.0001', '1', '10.50', '999999999999', '999999999999.9999'])('keeps %s as written', (text) => {
    expect(parseDecimal(text)).toBe(text);
  });

  it.each(['1000000000000', '0.00001', '00', '01', '1.', '.1', '-0', '+1', '1e3', '', '1\n', ' 1', '1,0', '١', '１'])(
    'refuses %j',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );

  it('decimals are compared by value', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (left, right) => {
        const difference = tenThousandths(left) - tenThousandths(right);
        expect(compareDecimals(left, right)).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1);
      }),
    );
  });

  it('each decimal value has one canonical text, which is a decimal itself', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        const canonical = canonicalDecimal(value);
        expect(parseDecimal(canonical)).toBe(canonical);
        expect(tenThousandths(canonical)).toBe(tenThousandths(value));
        expect(canonical).not.toMatch(/\.\d*0$|\.$/);
      }),
    );
  });
});
