/** When a day begins here, as an instant. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

/** When a day is over here, as an instant. */
export function endOfDay(day: string): string {
  const next = new Date(`${day}T00:00:00`);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}

/** The day of an instant here, in the form of date fields. */
export function dayOf(instant: string): string {
  // Swedish writes dates as the fields do.
  return new Date(instant).toLocaleDateString('sv');
}

/** The last day before an instant here, in the form of date fields. */
export function lastDayBefore(instant: string): string {
  return dayOf(new Date(Date.parse(instant) - 1).toISOString());
}
