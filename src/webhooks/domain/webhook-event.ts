export type WebhookSource = 'ORDERS' | 'PAYOUTS' | 'UNKNOWN_PAYOUT_TOKEN';

/** Sources whose webhooks can be replayed. Webhooks with an unknown token cannot: they name nothing that Purser has. */
export const REPLAYED_SOURCES = ['ORDERS', 'PAYOUTS'] as const satisfies readonly WebhookSource[];

export type ReplayedSource = (typeof REPLAYED_SOURCES)[number];

export function isReplayedSource(source: WebhookSource): source is ReplayedSource {
  return REPLAYED_SOURCES.some((replayed) => replayed === source);
}

/**
 * What vouches for a delivery.
 * - `VERIFIED`: its address or signature, which only the provider knows.
 * - `BOUND`: it names a known object, but anyone may have sent it.
 * - `UNVERIFIED`: nothing.
 */
export type Standing = 'VERIFIED' | 'BOUND' | 'UNVERIFIED';

/** Three queues, so that no webhook waits behind those of another source or behind those of strangers. */
export type WebhookQueue = 'orders' | 'payouts' | 'unverified';

export type WebhookState = 'RECEIVED' | 'PROCESSED' | 'IGNORED' | 'FAILED';

/**
 * Seconds between tries while the provider does not answer; the last delay repeats. Objects with a known provider id
 * are polled meanwhile. A webhook about an unknown one raises an alarm when its tries are used up, about five hours
 * later.
 */
export const TRY_DELAYS_SECONDS: readonly number[] = [2, 5, 15, 60, 300, 900];

export const MAX_TRIES = 25;

/** Delays for unverified webhooks. The last try is after eleven minutes. */
export const UNVERIFIED_DELAYS_SECONDS: readonly number[] = [60, 600];

export const MAX_UNVERIFIED_TRIES = 3;

// Longer than a circuit stays open, which is ten seconds.
export const PUT_OFF_SECONDS = 15;
