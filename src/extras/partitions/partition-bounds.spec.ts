import { v7 } from 'uuid';
import { firstEnd, isFarEnough, isNear, monthOf, nameFrom, nextEnd, startOfMonth } from './partition-bounds.js';

const at = (text: string) => ({ now: new Date(text), lastNumber: 0 });

describe('partition bounds by the time in ids', () => {
  it('end the first partition at the end of the next month, whatever the time', () => {
    const end = firstEnd('TIME_OF_ID', at('2026-11-30T23:59:59.999Z'));
    expect(monthOf('TIME_OF_ID', end).toISOString()).toBe('2027-01-01T00:00:00.000Z');
    expect(nameFrom('TIME_OF_ID', end)).toBe('2027_01');
    expect(nameFrom('TIME_OF_ID', nextEnd('TIME_OF_ID', end))).toBe('2027_02');
  });

  it('separate the ids of two months', () => {
    const end = firstEnd('TIME_OF_ID', at('2026-11-15T00:00:00Z'));
    const first = Date.parse('2027-01-01T00:00:00Z');
    expect(v7({ msecs: first - 1 }) < end).toBe(true);
    expect(v7({ msecs: first }) >= end).toBe(true);
  });
});

describe('partition bounds by months', () => {
  it('are the first days of months', () => {
    const end = firstEnd('MONTH', at('2026-12-01T00:00:00Z'));
    expect(end).toBe('2027-02-01');
    expect(nextEnd('MONTH', '2027-12-01')).toBe('2028-01-01');
  });
});

describe('partition bounds by numbers', () => {
  it('partition bounds by numbers are multiples of ten million, and leave room for at least ten million more rows in the first partition', () => {
    expect(firstEnd('NUMBER', { now: new Date(), lastNumber: 0 })).toBe('20000000');
    expect(firstEnd('NUMBER', { now: new Date(), lastNumber: 19_999_999 })).toBe('30000000');
    expect(nextEnd('NUMBER', '20000000')).toBe('30000000');
    expect(nameFrom('NUMBER', '20000000')).toBe('from_20000000');
  });
});

describe('the end of the last partition', () => {
  it.each([
    ['far enough if it is at the start of the third month from now', '2027-02-01', true, false],
    ['neither far enough nor near if it is at the start of the second month', '2027-01-01', false, false],
    ['near if it is less than two weeks away', '2026-12-01', false, true],
    ['near if it has passed', '2026-10-01', false, true],
  ])('the end of the last partition is %s', (_, end, isFar, isSoon) => {
    const growth = at('2026-11-25T10:00:00Z');
    expect(isFarEnough('MONTH', end, growth)).toBe(isFar);
    expect(isNear('MONTH', end, growth)).toBe(isSoon);
  });

  it("the end of the last partition is near if fewer than half of a partition's numbers are left", () => {
    expect(isNear('NUMBER', '20000000', { now: new Date(), lastNumber: 14_999_999 })).toBe(false);
    expect(isNear('NUMBER', '20000000', { now: new Date(), lastNumber: 15_000_001 })).toBe(true);
  });

  it('a month starts on its first day in UTC, also across the end of a year', () => {
    expect(startOfMonth(new Date('2026-12-31T23:00:00-05:00'), 1).toISOString()).toBe('2027-02-01T00:00:00.000Z');
  });
});
