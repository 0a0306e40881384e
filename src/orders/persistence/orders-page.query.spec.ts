import { columnsOf } from './orders-page.query.js';

describe('columns of a list of orders', () => {
  it.each([
    [
      ['id', 'externalId'],
      ['id', 'externalId'],
    ],
    [['isFinal'], ['status']],
    [['account', 'timeline'], []],
    [['retryOf'], ['retryOf']],
  ])('the fields %j need %j', (fields, columns) => {
    expect([...columnsOf(new Set(fields))]).toEqual(columns);
  });

  it('a field of another module needs all of them', () => {
    expect(columnsOf(new Set(['h2hSession'])).size).toBe(23);
  });
});
