import { readSettings } from '../settings/settings.js';

const isUtc = (): boolean => readSettings().zone === 'UTC';

/** Returns the instant at which a day begins in the user's time zone. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00${isUtc() ? 'Z' : ''}`).toISOString();
}

// Calendar arithmetic: a day is not 24 hours when clocks change.
function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Returns the instant at which a day ends in the user's time zone. */
export function endOfDay(day: string): string {
  return startOfDay(addDays(day, 1));
}

/** Returns the day of an instant in the user's time zone, as `YYYY-MM-DD` for date fields. */
export function dayOf(instant: string): string {
  // Swedish formats dates as YYYY-MM-DD.
  return new Date(instant).toLocaleDateString('sv', isUtc() ? { timeZone: 'UTC' } : {});
}

/** Returns the last day before an instant, as `YYYY-MM-DD`: the inverse of `endOfDay`. */
export function lastDayBefore(instant: string): string {
  return dayOf(new Date(Date.parse(instant) - 1).toISOString());
}

/** Returns the start of the day that is a number of days before an instant's day. */
export function daysBefore(instant: string, days: number): string {
  return startOfDay(addDays(dayOf(instant), -days));
}

/** Periods that end now. */
export const PERIODS = ['today', 'week', 'month'] as const;

export type Period = (typeof PERIODS)[number];

const DAYS_BEFORE = { today: 0, week: 6, month: 29 } as const;

/** Returns the start of a period that ends now and includes today. */
export function startOfPeriod(period: Period): string {
  return daysBefore(new Date().toISOString(), DAYS_BEFORE[period]);
}
