import fc from 'fast-check';
import { parseDecimal } from '../../common/decimal.js';
import { validateAmount } from './amount-validation.js';
import { DESTINATIONS } from './table/destinations.table.js';
import { payoutCurrency } from './payout-currency.js';

const currencies = DESTINATIONS.flatMap((destination) => destination.currencies);
const WHOLE = ['XOF', 'TZS', 'KES', 'GHS', 'UGX'];

function validate(code: string, amount: string): string[] {
  const decimal = parseDecimal(amount);
  const currency = currencies.find((candidate) => candidate.code === code);
  if (decimal === null || currency === undefined) throw new Error(`${amount} ${code} is no amount`);
  return validateAmount(decimal, currency).map((problem) => problem.code);
}

describe('payout amounts', () => {
  describe.each(currencies)('amounts in $code', ({ code }) => {
    it.each(['10', '10.5', '10.25', '10.125', '10.0625'])(
      'accepts %s only if the currency allows its decimals',
      (amount) => {
        const digits = amount.split('.')[1]?.length ?? 0;
        const tooMany = WHOLE.includes(code) ? 'AMOUNT_NOT_WHOLE' : 'AMOUNT_TOO_PRECISE';
        expect(validate(code, amount)).toEqual(digits > (WHOLE.includes(code) ? 0 : 2) ? [tooMany] : []);
      },
    );

    it.each(['10.0', '10.00', '10.000', '10.0000'])(
      "accepts %s only with the currency's number of decimals",
      (amount) => {
        const tooMany = WHOLE.includes(code) ? 'AMOUNT_NOT_WHOLE' : 'AMOUNT_TOO_PRECISE';
        const digits = amount.split('.')[1]!.length;
        expect(validate(code, amount)).toEqual(digits > (code === 'XOF' || code === 'UGX' ? 0 : 2) ? [tooMany] : []);
      },
    );

    it.each(['0', '0.0', '0.0000'])('%s is refused', (amount) => {
      expect(validate(code, amount)).toEqual(['AMOUNT_NOT_POSITIVE']);
    });
  });

  it('refuses an amount with five decimals', () => {
    expect(parseDecimal('10.00001')).toBeNull();
  });

  it('accepts an amount in XOF only if it is a multiple of 5', () => {
    // 12 digits, the most that any amount can have.
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999n }), (amount) => {
        expect(validate('XOF', amount.toString())).toEqual(amount % 5n === 0n ? [] : ['AMOUNT_NOT_MULTIPLE_OF_5']);
      }),
    );
  });

  it('the refusal of an amount states all rules of the currency', () => {
    const amount = parseDecimal('2.5')!;
    expect(validateAmount(amount, payoutCurrency('XOF', { multipleOf: '5' }))).toEqual([
      {
        code: 'AMOUNT_NOT_WHOLE',
        field: ['amount'],
        message: '2.5 has one decimal, and XOF has none. An amount in XOF must be a whole number and a multiple of 5.',
      },
    ]);
  });
});

describe('payout currencies', () => {
  it('a destination with an unknown currency throws', () => {
    expect(() => payoutCurrency('XXX')).toThrow(/XXX/);
  });
});
