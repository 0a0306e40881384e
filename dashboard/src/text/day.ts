import { readSettings } from '../settings/settings.js';

const isUtc = (): boolean => readSettings().zone === 'UTC';

/** When a day begins in the zone of the pages, as an instant. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00${isUtc() ? 'Z' : ''}`).toISOString();
}

/** When a day is over there, as an instant. */
export function endOfDay(day: string): string {
  // A day later by its date: where clocks are changed a day has not always 24 hours.
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return startOfDay(next.toISOString().slice(0, 10));
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

/** Times that lists go back from now. */
export const PERIODS = ['today', 'week', 'month'] as const;

export type Period = (typeof PERIODS)[number];

const DAYS_BEFORE = { today: 0, week: 6, month: 29 } as const;

/** When a period began that ends now: with a day of the zone of the pages. */
export function startOfPeriod(period: Period): string {
  const first = new Date(`${dayOf(new Date().toISOString())}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - DAYS_BEFORE[period]);
  return startOfDay(first.toISOString().slice(0, 10));
}
