import type { CurrencyCode } from '../currency.js';
import { findExcessDecimals, inCurrency } from './currency-amount.js';

const code = (text: string): CurrencyCode => text as CurrencyCode;

describe('amounts in a currency', () => {
  it.each([
    ['77', 'BRL', '77.00'],
    ['77.5', 'BRL', '77.50'],
    ['77.50', 'BRL', '77.50'],
    ['77.5000', 'BRL', '77.50'],
    ['0', 'BRL', '0.00'],
    ['-12.5', 'EUR', '-12.50'],
    ['15000', 'XOF', '15000'],
    ['15000.000', 'XOF', '15000'],
    ['1.5', 'KWD', '1.500'],
    ['100', 'KES', '100.00'],
  ])('%s %s is shown as %s', (amount, currency, shown) => {
    expect(inCurrency(amount, code(currency))).toBe(shown);
  });

  it('formatting an amount drops no digits except extra zeros', () => {
    expect(inCurrency('0.2150', code('EUR'))).toBe('0.215');
    expect(inCurrency('1.5', code('JPY'))).toBe('1.5');
  });

  it('an amount without a currency is shown unchanged', () => {
    expect(inCurrency('77', null)).toBe('77');
  });

  it.each([
    ['1500', 'BRL'],
    ['1500.0', 'BRL'],
    ['1500.00', 'BRL'],
    ['1.500', 'KWD'],
    ['15000', 'XOF'],
    ['100.00', 'KES'],
  ])('accepts %s %s', (amount, currency) => {
    expect(findExcessDecimals(amount, code(currency))).toBeNull();
  });

  it.each([
    ['1.500', 'BRL', '1.500 has three decimals, and BRL has two. For 1,500 BRL write 1500.00; for 1.5 BRL write 1.50.'],
    ['15.000', 'XOF', '15.000 has three decimals, and XOF has none. For 15,000 XOF write 15000; for 15 XOF write 15.'],
    ['12.555', 'BRL', '12.555 has three decimals, and BRL has two. For 12,555 BRL write 12555.00.'],
    ['15.0', 'XOF', '15.0 has one decimal, and XOF has none. Write 15.'],
    ['10.5', 'JPY', '10.5 has one decimal, and JPY has none.'],
    ['10.5000', 'BRL', '10.5000 has four decimals, and BRL has two. Write 10.50.'],
    ['1500.000', 'BRL', '1500.000 has three decimals, and BRL has two. Write 1500.00.'],
    ['0.500', 'BRL', '0.500 has three decimals, and BRL has two. Write 0.50.'],
    [
      '-1.500',
      'BRL',
      '-1.500 has three decimals, and BRL has two. For -1,500 BRL write -1500.00; for -1.5 BRL write -1.50.',
    ],
    ['1234567890.000', 'BRL', 'The amount has three decimals, and BRL has two.'],
  ])('refuses %s %s', (amount, currency, problem) => {
    expect(findExcessDecimals(amount, code(currency))).toBe(problem);
  });

  it('an amount without a currency may have at most two decimals', () => {
    expect(findExcessDecimals('10.50', null)).toBeNull();
    expect(findExcessDecimals('1.500', null)).toBe(
      '1.500 has three decimals, and without a currency it may have two. For 1,500 write 1500.00; for 1.5 write 1.50.',
    );
  });
});
