/** Half an hour without a request. The OWASP cheat sheet recommends 15 to 30 minutes for financial applications. */
export const IDLE_MINUTES = 30;

/** One working day, even if the session is in constant use. */
export const LONGEST_HOURS = 12;

/** How long full details can be shown before identity must be proven again, in case a screen is left unlocked. */
export const PROOF_MINUTES = 15;

/** `usedAt` is updated at most this often: one write per minute and session instead of one per request. */
export const RENEW_AFTER_SECONDS = 60;

/** How long one replica may take to refresh tokens: twice the timeout for the provider's answer. */
export const REFRESH_SECONDS = 10;

/** When the session ends if it is not used again. */
export function endOf(times: { readonly startedAt: Date; readonly usedAt: Date }, keyEnds: Date | null): Date {
  const idle = new Date(times.usedAt.getTime() + IDLE_MINUTES * 60_000);
  return earlier(idle, latestEndOf(times.startedAt, keyEnds));
}

/** When the session ends at the latest, even if it is used. */
export function latestEndOf(startedAt: Date, keyEnds: Date | null): Date {
  return earlier(new Date(startedAt.getTime() + LONGEST_HOURS * 3_600_000), keyEnds);
}

function earlier(one: Date, other: Date | null): Date {
  return other !== null && other < one ? other : one;
}
