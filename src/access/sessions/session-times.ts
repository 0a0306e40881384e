/** Half an hour away from the desk. The OWASP cheat sheet recommends 15 to 30 minutes for financial applications. */
export const IDLE_MINUTES = 30;

/** A working day, however busy. */
export const LONGEST_HOURS = 12;

/** How long full details need no new proof of identity, so an unlocked screen stops showing them. */
export const PROOF_MINUTES = 15;

/** Precision of `usedAt`: one write per minute and session instead of one per request. */
export const RENEW_AFTER_SECONDS = 60;

/** How long one replica may take to refresh tokens: twice the wait for an answer. */
export const REFRESH_SECONDS = 10;

/** When an unused session ends. */
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
