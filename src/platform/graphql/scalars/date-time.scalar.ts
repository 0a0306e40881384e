import { isoOf } from '../../../common/text/utc-text.js';
import { noteRule } from '../validation/field-rule.js';
import { createStringScalar } from './string-scalar.js';

// Other languages write microseconds or nanoseconds. Thirty digits are more than any of them needs.
const DATE_TIME =
  /^(?<local>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(?<fraction>\d{1,30}))?(?:Z|(?<sign>[+-])(?<hours>\d\d):(?<minutes>[0-5]\d))$/;

// The largest offset in use is +14:00 (Kiribati).
const WIDEST_OFFSET_MINUTES = 14 * 60;

const UTC_TEXT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/;

/** A time whose input had digits below milliseconds, which a Date cannot represent. */
class CutDate extends Date {}

/**
 * Marks a time as the exclusive end of a filter: digits below milliseconds are rounded up, so that everything before
 * the end is included. All other times are rounded down.
 */
export function EndsBefore(): PropertyDecorator {
  return noteRule<Date>({
    name: 'ends-before',
    about: 'a time, rounded up to a millisecond',
    canonical: (time) => (time instanceof CutDate ? new Date(time.getTime() + 1) : time),
  });
}

/** A time. Input may have any offset. Output is in UTC, from a `Date` or a `UtcText`. */
export const DateTimeScalar = createStringScalar({
  name: 'DateTime',
  description:
    'A time in ISO 8601, always in UTC on output, such as "2026-07-01T12:00:00.000Z". Input may be more precise: Purser rounds a time down to milliseconds, and the exclusive end of a range up.',
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
  const shifted = new Date(`${local}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  // JavaScript turns 30 February into a day in March, so an impossible date is detected by comparing it with the input.
  const isReal = !Number.isNaN(shifted.getTime()) && shifted.toISOString().startsWith(local);
  if (!isReal || offset > WIDEST_OFFSET_MINUTES) return null;
  const at = shifted.getTime() - (sign === '-' ? -offset : offset) * 60_000;
  return /[1-9]/.test(fraction.slice(3)) ? new CutDate(at) : new Date(at);
}
