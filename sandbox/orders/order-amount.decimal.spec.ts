import { isPositive, oneMore, splitAmount } from './order-amount.decimal.js';

describe('splitAmount', () => {
  it.each([
    { amount: '100.00', commission: '2.50', received: '97.50', why: '2.5 %' },
    { amount: '100', commission: '2.50', received: '97.50', why: 'whole numbers get two decimals' },
    { amount: '0.20', commission: '0.01', received: '0.19', why: 'half a cent is rounded up' },
    { amount: '0.1999', commission: '0.00', received: '0.1999', why: 'less than half a cent is rounded down' },
    { amount: '10.2', commission: '0.26', received: '9.94', why: '0.255 is rounded up, where a float would go down' },
    { amount: '12.3456', commission: '0.31', received: '12.0356', why: 'decimals of the amount are kept' },
    {
      amount: '999999999999.9999',
      commission: '25000000000.00',
      received: '974999999999.9999',
      why: 'no digit is lost',
    },
    { amount: '0007.00', commission: '0.18', received: '6.82', why: 'leading zeros mean nothing' },
  ])('splits $amount into $commission and $received: $why', ({ amount, commission, received }) => {
    expect(splitAmount(amount)).toEqual({ commission, received });
  });
});

describe('isPositive', () => {
  it.each(['0', '0.0', '0.0000', '000'])('is false for %s', (amount) => {
    expect(isPositive(amount)).toBe(false);
  });

  it('is true for the smallest amount there is', () => {
    expect(isPositive('0.0001')).toBe(true);
  });
});

describe('oneMore', () => {
  it.each([
    ['9.99', '10.99'],
    ['9', '10'],
    ['0.0001', '1.0001'],
  ])('makes %s into %s', (amount, more) => {
    expect(oneMore(amount)).toBe(more);
  });
});
