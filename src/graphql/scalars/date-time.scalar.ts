import { isoOf } from '../../common/text/utc-text.js';
import { createStringScalar } from './string-scalar.js';

// At most three fraction digits: a Date holds milliseconds, and dropping digits silently would be a guess.
const DATE_TIME =
  /^(?<local>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(?<fraction>\d{1,3}))?(?:Z|(?<sign>[+-])(?<hours>\d\d):(?<minutes>[0-5]\d))$/;

// The widest offset in use is +14:00 (Kiribati).
const WIDEST_OFFSET_MINUTES = 14 * 60;

const UTC_TEXT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/;

/** A moment. Input carries any offset, output is always UTC, of a `Date` or of a `UtcText`. */
export const DateTimeScalar = createStringScalar({
  name: 'DateTime',
  description: 'A moment in ISO 8601, in UTC on output, such as "2026-07-01T12:00:00.000Z".',
  rule: 'must be a real ISO 8601 date and time with its offset, such as "2026-07-01T12:00:00Z"',
  parse: parseDateTime,
  print: printDateTime,
});

function printDateTime(value: unknown): string | null {
  if (typeof value === 'string') return UTC_TEXT.test(value) ? isoOf(value) : null;
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : null;
}

function parseDateTime(text: string): Date | null {
  const parts = DATE_TIME.exec(text)?.groups;
  if (parts === undefined) return null;
  const { local = '', fraction = '', sign, hours = '0', minutes = '0' } = parts;
  const offset = Number(hours) * 60 + Number(minutes);
  const shifted = new Date(`${local}.${fraction.padEnd(3, '0')}Z`);
  // JavaScript carries 30 February into March, so an impossible date comes back as another one.
  const isReal = !Number.isNaN(shifted.getTime()) && shifted.toISOString().startsWith(local);
  if (!isReal || offset > WIDEST_OFFSET_MINUTES) return null;
  return new Date(shifted.getTime() - (sign === '-' ? -offset : offset) * 60_000);
}
