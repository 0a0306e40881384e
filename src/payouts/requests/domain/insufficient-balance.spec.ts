import { parseCurrencyCode } from '../../../common/currency.js';
import { insufficientBalance } from './insufficient-balance.js';

const currency = parseCurrencyCode('BRL')!;

describe('the refusal for an insufficient balance', () => {
  it.each([
    ['7.5', 'available 7.50 BRL, needed 12.00 BRL; nothing was recorded.'],
    [null, 'available 0.00 BRL, needed 12.00 BRL; nothing was recorded.'],
  ])('states that %s is available, and what is needed', (available, text) => {
    expect(insufficientBalance({ currency, available, needed: '12' }, 'nothing was recorded')).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      field: ['amount'],
      message: expect.stringContaining(text) as string,
    });
  });
});
