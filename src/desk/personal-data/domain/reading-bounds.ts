/**
 * More recipients than an approver compares in a day. A stolen key can read at most this many, and an alarm is raised
 * at half of them.
 */
export const READINGS_PER_DAY = 300;

/**
 * The highest limit that two people may agree on. One recipient every ten seconds during an eight-hour day makes 2,880,
 * and no person compares more.
 */
export const MOST_READINGS_PER_DAY = 3_000;

/** Returns how many recipients a person may read in a day, and at which number the alarm is raised. */
export function boundOf(raisedTo: number | null): { readonly perDay: number; readonly alarmAt: number } {
  const perDay = raisedTo ?? READINGS_PER_DAY;
  return { perDay, alarmAt: Math.floor(perDay / 2) };
}
