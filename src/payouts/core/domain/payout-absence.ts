// Seconds after the first 404 at which a payout is read again. Lagging reads catch up within seconds; after two minutes
// lag no longer explains a 404.
const POLLS_SECONDS: readonly number[] = [5, 30, 120];

/** A 404 for a payout that has a provider id. */
export interface Absence {
  readonly since: Date;
  /** Seconds since the first of the consecutive 404s. */
  readonly forSeconds: number;
  /** Accepted so recently that the provider's reads may lag behind. */
  readonly isYoung: boolean;
}

/** Seconds until the next read, before the payout counts as absent; null once it does. */
export function secondsToNextPoll({ forSeconds, isYoung }: Omit<Absence, 'since'>): number | null {
  const next = POLLS_SECONDS.find((seconds) => seconds > forSeconds);
  return isYoung && next !== undefined ? next - forSeconds : null;
}
