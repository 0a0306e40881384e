import { columnsOf } from './orders-page.query.js';

describe('the columns of a list of orders', () => {
  it.each([
    [
      ['id', 'externalId'],
      ['id', 'externalId'],
    ],
    [['isFinal'], ['status']],
    [['account', 'timeline'], []],
    [['retryOf'], ['retryOf']],
  ])('for the fields %j are %j', (fields, columns) => {
    expect([...columnsOf(new Set(fields))]).toEqual(columns);
  });

  it('are all of them for a field of another module', () => {
    expect(columnsOf(new Set(['h2hSession'])).size).toBe(23);
  });
});
