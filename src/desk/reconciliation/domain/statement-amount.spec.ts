import type { CurrencyCode } from '../../../common/currency.js';
import { readStatementAmount } from './statement-amount.js';

const read = (text: string, currency: string | null = 'BRL') =>
  readStatementAmount(text, currency as CurrencyCode | null);

describe('amounts in a statement', () => {
  it.each([
    ['311', '311'],
    ['311.00', '311.00'],
    ['311,00', '311.00'],
    ['1.050,00', '1050.00'],
    ['1,050.00', '1050.00'],
    ['1 050,00', '1050.00'],
    ['1\u00a0050,00', '1050.00'],
    ['1\u202f234\u202f567,89', '1234567.89'],
    ['1’050.00', '1050.00'],
    ['1.234.567,89', '1234567.89'],
    ['1.050.000', '1050000'],
    ['1005.00000000', '1005.0000'],
    ['1005,00000000', '1005.0000'],
    ['1500.000', '1500.000'],
    ['0.500', '0.500'],
    ['999999999999.99', '999999999999.99'],
  ])('the amount %j is read', (text, amount) => {
    expect(read(text)).toEqual({ kind: 'amount', amount });
  });

  it('three decimals are accepted if the currency has them', () => {
    expect(read('1.500', 'KWD')).toEqual({ kind: 'amount', amount: '1.500' });
  });

  it.each(['1.500', '15.000', '1,500', '999.999'])('the amount %s is rejected as ambiguous', (text) => {
    expect(read(text)).toMatchObject({
      kind: 'problem',
      rule: expect.stringMatching(/^can be read as thousands/) as string,
    });
    expect(read(text, null)).toMatchObject({ kind: 'problem' });
  });

  it.each(['', '-1', '+1', '1e5', 'R$ 311,00', '1.00,00', '12.34.56', '1,2,3', '.5', '5.', '1.000000001', '1 2', '٣'])(
    'the text %j is rejected',
    (text) => {
      expect(read(text)).toMatchObject({
        kind: 'problem',
        rule: expect.stringMatching(/^must be an amount such as/) as string,
      });
    },
  );
});
