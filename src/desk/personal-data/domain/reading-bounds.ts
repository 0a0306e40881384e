/** More than an approver compares in a day. A stolen key gets at most this many, with an alarm at half. */
export const READINGS_PER_DAY = 300;

/**
 * The most that two people may agree on: one recipient every ten seconds through an eight-hour day is 2,880. No person
 * compares more.
 */
export const MOST_READINGS_PER_DAY = 3_000;

/** How many recipients a person may read in a day, and when the alarm is raised. */
export function boundOf(raisedTo: number | null): { readonly perDay: number; readonly alarmAt: number } {
  const perDay = raisedTo ?? READINGS_PER_DAY;
  return { perDay, alarmAt: Math.floor(perDay / 2) };
}
