import { parseAmountOfDay } from './amount-of-day.js';

describe('amounts of a day', () => {
  it.each([
    ['12.50 2026-11-26', '12.50', null],
    [' 1000   brl  2026-11-26 ', '1000', 'BRL'],
  ])('reads %j', (text, amount, currency) => {
    expect(parseAmountOfDay(text)).toEqual({
      amountFrom: amount,
      amountTo: amount,
      currency,
      createdFrom: new Date('2026-11-26T00:00:00Z'),
      createdTo: new Date('2026-11-27T00:00:00Z'),
    });
  });

  it.each(['12.50', '2026-11-26', '12,50 2026-11-26', '12.50 XXX 2026-11-26', '12.50 2026-02-30', 'a 2026-11-26', ''])(
    'finds no amount of a day in %j',
    (text) => {
      expect(parseAmountOfDay(text)).toBeNull();
    },
  );
});
