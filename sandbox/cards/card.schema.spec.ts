import { cardRequest } from '../testing/card-request.js';
import { cardSchema } from './card.schema.js';

const now = new Date();
const monthsAhead = (months: number): string => {
  const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return then.toISOString().slice(2, 7).split('-').reverse().join('/');
};

describe('card schema', () => {
  it.each([
    { cardNumber: '4222222222222' },
    { cardNumber: '30569309025904' },
    { cardNumber: '378282246310005' },
    { cardNumber: '6304000000000000' },
    { cardNumber: '6304000000000000000' },
    { expiryDate: monthsAhead(0) },
    { expiryDate: '01/99' },
    { cvv: '000' },
    { cvv: '0000' },
    { cardholderName: 'Zoë' },
    { unknownField: 1 },
  ])('accepts a card with %j', (fields) => {
    expect(cardSchema.safeParse(cardRequest(fields)).success).toBe(true);
  });

  it.each([
    { field: 'cardNumber', value: undefined },
    { field: 'cardNumber', value: 4111111111111111 },
    { field: 'cardNumber', value: '4111111111111112' },
    { field: 'cardNumber', value: '4111 1111 1111 1111' },
    { field: 'cardNumber', value: '41111111116' },
    { field: 'cardNumber', value: '41111111111111111111' },
    { field: 'cardNumber', value: '٤١١١١١١١١١١١١١١١' },
    { field: 'expiryDate', value: undefined },
    { field: 'expiryDate', value: '00/79' },
    { field: 'expiryDate', value: '13/79' },
    { field: 'expiryDate', value: '1/79' },
    { field: 'expiryDate', value: '12/2079' },
    { field: 'expiryDate', value: '12⁄79' },
    { field: 'expiryDate', value: monthsAhead(-1) },
    { field: 'cardholderName', value: undefined },
    { field: 'cardholderName', value: ' ' },
    { field: 'cvv', value: undefined },
    { field: 'cvv', value: 864 },
    { field: 'cvv', value: '86' },
    { field: 'cvv', value: '86421' },
    { field: 'cvv', value: '86a' },
  ])('refuses $value for $field and names the field but not the value', ({ field, value }) => {
    const { error } = cardSchema.safeParse(cardRequest({ [field]: value }));
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
    if (typeof value === 'string' && value.trim() !== '') expect(error?.message).not.toContain(value);
  });
});
