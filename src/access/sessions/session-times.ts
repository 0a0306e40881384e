/** Half an hour away from the desk. The OWASP sheet has 15 to 30 minutes where money is moved. */
export const IDLE_MINUTES = 30;

/** A working day, however busy. */
export const LONGEST_HOURS = 12;

/** How long what is shown in full needs no new proof of who sits there: a screen that was left unlocked shows no more. */
export const PROOF_MINUTES = 15;

/** How exact `usedAt` is: a row a minute and session, and not one for each request. */
export const RENEW_AFTER_SECONDS = 60;

/** How long one replica may take to have tokens exchanged: twice what it waits for an answer. */
export const REFRESH_SECONDS = 10;

/** When a session ends that is used no more. */
export function endOf(times: { readonly startedAt: Date; readonly usedAt: Date }, keyEnds: Date | null): Date {
  const idle = new Date(times.usedAt.getTime() + IDLE_MINUTES * 60_000);
  return earlier(idle, latestEndOf(times.startedAt, keyEnds));
}

/** When a session ends however much it is used. */
export function latestEndOf(startedAt: Date, keyEnds: Date | null): Date {
  return earlier(new Date(startedAt.getTime() + LONGEST_HOURS * 3_600_000), keyEnds);
}

function earlier(one: Date, other: Date | null): Date {
  return other !== null && other < one ? other : one;
}
