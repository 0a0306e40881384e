import type { DecimalString } from '../../common/decimal.js';
import { incomeOf } from './order-income.js';

const decimal = (text: string | null): DecimalString | null => text as DecimalString | null;

describe('income from a paid order', () => {
  it.each([
    { amount: '100.00', commission: '2.50', received: '97.40', income: '97.40' },
    { amount: '100.00', commission: null, received: '97.40', income: '97.40' },
    { amount: '100.00', commission: '2.50', received: null, income: '97.5' },
    { amount: '100.00', commission: null, received: null, income: '100.00' },
    { amount: '1.00', commission: '2.50', received: null, income: '0' },
  ])(
    'a paid order of $amount brings $income with the commission $commission and $received received',
    ({ income, ...order }) => {
      const { amount, commission, received } = order;
      expect(incomeOf({ amount: decimal(amount)!, commission: decimal(commission), received: decimal(received) })).toBe(
        income,
      );
    },
  );
});
