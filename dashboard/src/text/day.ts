import { readSettings } from '../settings/settings.js';

const isUtc = (): boolean => readSettings().zone === 'UTC';

/** When a day begins in the zone of the pages, as an instant. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00${isUtc() ? 'Z' : ''}`).toISOString();
}

// By the date: where clocks are changed a day has not always 24 hours.
function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** When a day is over there, as an instant. */
export function endOfDay(day: string): string {
  return startOfDay(addDays(day, 1));
}

/** The day of an instant there, in the form of date fields. */
export function dayOf(instant: string): string {
  // Swedish writes dates as the fields do.
  return new Date(instant).toLocaleDateString('sv', isUtc() ? { timeZone: 'UTC' } : {});
}

/** The last day before an instant there, in the form of date fields. */
export function lastDayBefore(instant: string): string {
  return dayOf(new Date(Date.parse(instant) - 1).toISOString());
}

/** When the day began, so many days before that of an instant. */
export function daysBefore(instant: string, days: number): string {
  return startOfDay(addDays(dayOf(instant), -days));
}

/** Times that lists go back from now. */
export const PERIODS = ['today', 'week', 'month'] as const;

export type Period = (typeof PERIODS)[number];

const DAYS_BEFORE = { today: 0, week: 6, month: 29 } as const;

/** When a period began that ends now: with a day of the zone of the pages. */
export function startOfPeriod(period: Period): string {
  return daysBefore(new Date().toISOString(), DAYS_BEFORE[period]);
}
