// Seconds after the first 404 at which a payout is read again. A read side that is behind its write side catches up
// within seconds; two minutes later it is no longer a matter of its being behind.
const POLLS_SECONDS: readonly number[] = [5, 30, 120];

/** The meaning of a 404 for a payout that the provider gave an id for. */
export interface Absence {
  readonly since: Date;
  /** Since the first 404 in a row. */
  readonly forSeconds: number;
  /** Whether it was accepted so lately that the provider may be behind with its own data. */
  readonly isYoung: boolean;
}

/** Seconds until it is read again, before it counts as absent; null once it does. */
export function secondsToNextPoll({ forSeconds, isYoung }: Omit<Absence, 'since'>): number | null {
  const next = POLLS_SECONDS.find((seconds) => seconds > forSeconds);
  return isYoung && next !== undefined ? next - forSeconds : null;
}
