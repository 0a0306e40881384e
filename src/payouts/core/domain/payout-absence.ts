// Seconds after the first 404 at which a payout is read again. Lagging reads catch up within seconds; after two minutes
// a lag no longer explains the 404.
const POLLS_SECONDS: readonly number[] = [5, 30, 120];

/** The provider answers 404 for a payout whose provider id is known. */
export interface Absence {
  readonly since: Date;
  /** Seconds since the first of the consecutive 404s. */
  readonly forSeconds: number;
  /** Whether the payout was accepted so recently that the provider's reads may lag behind. */
  readonly isYoung: boolean;
}

/** Returns the seconds until the next read; null once the payout counts as absent. */
export function secondsToNextPoll({ forSeconds, isYoung }: Omit<Absence, 'since'>): number | null {
  const next = POLLS_SECONDS.find((seconds) => seconds > forSeconds);
  return isYoung && next !== undefined ? next - forSeconds : null;
}
