export interface RecentAttempts {
  readonly inTenMinutes: number;
  readonly inLastFifty: number;
  readonly lastFifty: number;
}

export interface GateLimits {
  /** Number of unknown outcomes within ten minutes at which the gate shuts. */
  readonly maxUnconfirmed: number;
  /** Percentage of unknown outcomes among the last fifty attempts above which the gate shuts. */
  readonly maxUnconfirmedPercent: number;
}

// A percentage of fewer attempts would mean little: two of forty are already 5 %.
const MIN_ATTEMPTS_FOR_A_SHARE = 50;

/**
 * Returns why the gate must shut; null if it may stay open. People must look into every unknown outcome, so a provider
 * that causes them gets no more payouts.
 */
export function reasonToShut(recent: RecentAttempts, limits: GateLimits): string | null {
  if (recent.inTenMinutes >= limits.maxUnconfirmed) {
    return `${recent.inTenMinutes} payouts of the last ten minutes are unconfirmed.`;
  }
  const isOverShare = recent.inLastFifty * 100 > recent.lastFifty * limits.maxUnconfirmedPercent;
  if (recent.lastFifty >= MIN_ATTEMPTS_FOR_A_SHARE && isOverShare) {
    return `${recent.inLastFifty} of the last ${recent.lastFifty} attempts are unconfirmed.`;
  }
  return null;
}
