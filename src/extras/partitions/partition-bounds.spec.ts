import { v7 } from 'uuid';
import { firstEnd, isFarEnough, isNear, monthOf, nameFrom, nextEnd, startOfMonth } from './partition-bounds.js';

const at = (text: string) => ({ now: new Date(text), lastNumber: 0 });

describe('partition bounds by the time of ids', () => {
  it('end the first partition with the next month, whatever the time', () => {
    const end = firstEnd('TIME_OF_ID', at('2026-11-30T23:59:59.999Z'));
    expect(monthOf('TIME_OF_ID', end).toISOString()).toBe('2027-01-01T00:00:00.000Z');
    expect(nameFrom('TIME_OF_ID', end)).toBe('2027_01');
    expect(nameFrom('TIME_OF_ID', nextEnd('TIME_OF_ID', end))).toBe('2027_02');
  });

  it('lie between the ids of two months', () => {
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
  it('bounds are multiples of ten million, and the first partition has room for ten million more rows', () => {
    expect(firstEnd('NUMBER', { now: new Date(), lastNumber: 0 })).toBe('20000000');
    expect(firstEnd('NUMBER', { now: new Date(), lastNumber: 19_999_999 })).toBe('30000000');
    expect(nextEnd('NUMBER', '20000000')).toBe('30000000');
    expect(nameFrom('NUMBER', '20000000')).toBe('from_20000000');
  });
});

describe('partitions', () => {
  it.each([
    ['far enough three months ahead', '2027-02-01', true, false],
    ['to be created two months ahead', '2027-01-01', false, false],
    ['near at the end of the month before', '2026-12-01', false, true],
    ['over', '2026-10-01', false, true],
  ])('are %s', (_, end, isFar, isSoon) => {
    const growth = at('2026-11-25T10:00:00Z');
    expect(isFarEnough('MONTH', end, growth)).toBe(isFar);
    expect(isNear('MONTH', end, growth)).toBe(isSoon);
  });

  it('are near by half of their numbers', () => {
    expect(isNear('NUMBER', '20000000', { now: new Date(), lastNumber: 14_999_999 })).toBe(false);
    expect(isNear('NUMBER', '20000000', { now: new Date(), lastNumber: 15_000_001 })).toBe(true);
  });

  it('start with the first of a month, in UTC, across years', () => {
    expect(startOfMonth(new Date('2026-12-31T23:00:00-05:00'), 1).toISOString()).toBe('2027-02-01T00:00:00.000Z');
  });
});
