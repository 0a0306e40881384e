export interface RecentAttempts {
  readonly inTenMinutes: number;
  readonly inLastFifty: number;
  readonly lastFifty: number;
}

export interface GateLimits {
  /** Unknown outcomes within ten minutes that shut the gate. */
  readonly maxUnconfirmed: number;
  /** Percentage of unknown outcomes among the last fifty attempts, above which the gate shuts. */
  readonly maxUnconfirmedPercent: number;
}

// With fewer attempts a percentage means nothing: two of forty are 5 %.
const MIN_ATTEMPTS_FOR_A_SHARE = 50;

/**
 * Why no more payouts may be sent; null if they may. Each unknown outcome costs people's time, so a provider that
 * produces them gets no more payouts.
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
