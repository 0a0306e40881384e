import { splitAmount } from './order-commission-decimal.js';

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
