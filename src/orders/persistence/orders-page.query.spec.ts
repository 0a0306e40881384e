import { columnsOf } from './orders-page.query.js';

describe('columns read for a list of orders', () => {
  it.each([
    [
      ['id', 'externalId'],
      ['id', 'externalId'],
    ],
    [['isFinal'], ['status']],
    [['account', 'timeline'], []],
    [['retryOf'], ['retryOf']],
  ])('for the fields %j the columns are %j', (fields, columns) => {
    expect([...columnsOf(new Set(fields))]).toEqual(columns);
  });

  it('for a field of another module all columns are read', () => {
    expect(columnsOf(new Set(['h2hSession'])).size).toBe(24);
  });
});
