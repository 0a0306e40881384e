/** More than an approver compares in a day. A stolen key takes these at most, and the alarm comes at half of them. */
export const READINGS_PER_DAY = 300;

/**
 * As many as two people may agree on: one recipient every ten seconds, through a working day of eight hours, is 2,880.
 * More than that is no person who compares.
 */
export const MOST_READINGS_PER_DAY = 3_000;

/** How many recipients a person reads in a day, and at which of them the alarm is raised. */
export function boundOf(raisedTo: number | null): { readonly perDay: number; readonly alarmAt: number } {
  const perDay = raisedTo ?? READINGS_PER_DAY;
  return { perDay, alarmAt: Math.floor(perDay / 2) };
}
