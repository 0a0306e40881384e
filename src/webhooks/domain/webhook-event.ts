/** Which of our webhook addresses was called. */
export type WebhookSource = 'ORDERS' | 'PAYOUTS' | 'UNKNOWN_PAYOUT_TOKEN';

/** The addresses whose webhooks can be processed again: what came to a token nobody issued names nothing known here. */
export const REPLAYED_SOURCES = ['ORDERS', 'PAYOUTS'] as const satisfies readonly WebhookSource[];

export type ReplayedSource = (typeof REPLAYED_SOURCES)[number];

export function isReplayedSource(source: WebhookSource): source is ReplayedSource {
  return REPLAYED_SOURCES.some((replayed) => replayed === source);
}

/**
 * The proof that vouches for a delivery.
 *
 * - `VERIFIED`: its address or its signature, which only the provider knows.
 * - `BOUND`: nothing but that it names an object that is known here; anybody may have sent it.
 * - `UNVERIFIED`: nothing.
 */
export type Standing = 'VERIFIED' | 'BOUND' | 'UNVERIFIED';

/** Webhooks wait in three queues, so that none waits behind another source or behind strangers. */
export type WebhookQueue = 'orders' | 'payouts' | 'unverified';

export type WebhookState = 'RECEIVED' | 'PROCESSED' | 'IGNORED' | 'FAILED';

/**
 * Seconds between tries while the provider does not answer. The polls of a bound object go on meanwhile; of one that is
 * not bound, a webhook without a further try (after these and 5 hours more) leaves the alarm.
 */
export const TRY_DELAYS_SECONDS: readonly number[] = [2, 5, 15, 60, 300, 900];

export const MAX_TRIES = 25;

/** The same for what nothing vouches for: eleven minutes, then no further try follows. */
export const UNVERIFIED_DELAYS_SECONDS: readonly number[] = [60, 600];

export const MAX_UNVERIFIED_TRIES = 3;

// Longer than the ten seconds that an open circuit stays so.
export const PUT_OFF_SECONDS = 15;
