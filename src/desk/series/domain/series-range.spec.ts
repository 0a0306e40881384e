import { findRangeProblem, type SeriesRange } from './series-range.js';

const range = (fields: Partial<SeriesRange>): SeriesRange => ({
  from: new Date('2026-01-01T00:00:00Z'),
  to: new Date('2026-01-08T00:00:00Z'),
  bucket: 'DAY',
  timeZone: 'UTC',
  accountId: null,
  currency: null,
  ...fields,
});

describe('the range of a series', () => {
  it.each<[string, Partial<SeriesRange>]>([
    ['a week of days', {}],
    ['days in a time zone', { timeZone: 'America/Argentina/Buenos_Aires' }],
    ['400 hours', { bucket: 'HOUR', to: new Date('2026-01-17T16:00:00Z') }],
    ['the months of 30 years', { bucket: 'MONTH', to: new Date('2056-01-01T00:00:00Z') }],
  ])('the range of a series is valid if it has %s', (_, fields) => {
    expect(findRangeProblem(range(fields))).toBeNull();
  });

  it.each<[string, Partial<SeriesRange>, 'to' | 'timeZone']>([
    ['ends where it begins', { to: new Date('2026-01-01T00:00:00Z') }, 'to'],
    ['ends before it begins', { to: new Date('2025-01-01T00:00:00Z') }, 'to'],
    ['has more hours than fit into a chart', { bucket: 'HOUR', to: new Date('2026-01-17T16:00:01Z') }, 'to'],
    ['has an offset in place of a time zone', { timeZone: '+03:00' }, 'timeZone'],
    ['has an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
    ['has no time zone', { timeZone: '' }, 'timeZone'],
  ])('the range of a series is invalid if it %s', (_, fields, field) => {
    expect(findRangeProblem(range(fields))?.field).toBe(field);
  });
});
