export type WebhookSource = 'ORDERS' | 'PAYOUTS' | 'UNKNOWN_PAYOUT_TOKEN';

/** Sources whose webhooks can be replayed: at an unknown token they name nothing known here. */
export const REPLAYED_SOURCES = ['ORDERS', 'PAYOUTS'] as const satisfies readonly WebhookSource[];

export type ReplayedSource = (typeof REPLAYED_SOURCES)[number];

export function isReplayedSource(source: WebhookSource): source is ReplayedSource {
  return REPLAYED_SOURCES.some((replayed) => replayed === source);
}

/**
 * What vouches for a delivery.
 * - `VERIFIED`: its address or signature, which only the provider knows.
 * - `BOUND`: it names a known object; anyone may have sent it.
 * - `UNVERIFIED`: nothing.
 */
export type Standing = 'VERIFIED' | 'BOUND' | 'UNVERIFIED';

/** Three queues, so that no webhook waits behind another source or behind strangers. */
export type WebhookQueue = 'orders' | 'payouts' | 'unverified';

export type WebhookState = 'RECEIVED' | 'PROCESSED' | 'IGNORED' | 'FAILED';

/**
 * Seconds between tries while the provider does not answer. Bound objects are polled meanwhile. A webhook about an
 * unbound one raises an alarm when its tries end, after these and 5 more hours.
 */
export const TRY_DELAYS_SECONDS: readonly number[] = [2, 5, 15, 60, 300, 900];

export const MAX_TRIES = 25;

/** Delays for unverified webhooks: tries end after eleven minutes. */
export const UNVERIFIED_DELAYS_SECONDS: readonly number[] = [60, 600];

export const MAX_UNVERIFIED_TRIES = 3;

// Longer than the ten seconds for which a circuit stays open.
export const PUT_OFF_SECONDS = 15;
