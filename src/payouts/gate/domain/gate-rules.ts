/** The facts known of the attempts made since the gate was last opened. */
export interface RecentAttempts {
  readonly inTenMinutes: number;
  readonly inLastFifty: number;
  readonly lastFifty: number;
}

export interface GateLimits {
  /** Unknown outcomes within ten minutes that shut the gate. */
  readonly maxUnconfirmed: number;
  /** Share of unknown outcomes among the last fifty attempts above which it shuts, in percent. */
  readonly maxUnconfirmedPercent: number;
}

// Below this many attempts a share says nothing: two unknown ones would be 5 % of forty.
const MIN_ATTEMPTS_FOR_A_SHARE = 50;

/**
 * Why no more payouts may be sent, or null when they may. An unknown outcome costs people's time to resolve, so a
 * provider that produces them is not sent more.
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
