/** Which of our webhook addresses was called. */
export type WebhookSource = 'ORDERS' | 'PAYOUTS' | 'UNKNOWN_PAYOUT_TOKEN';

/** The addresses whose webhooks can be dealt with again: what came to a token nobody issued names nothing of ours. */
export const REPLAYED_SOURCES = ['ORDERS', 'PAYOUTS'] as const satisfies readonly WebhookSource[];

export type ReplayedSource = (typeof REPLAYED_SOURCES)[number];

export function isReplayedSource(source: WebhookSource): source is ReplayedSource {
  return REPLAYED_SOURCES.some((replayed) => replayed === source);
}

export type WebhookState = 'RECEIVED' | 'PROCESSED' | 'IGNORED' | 'FAILED';

/**
 * Seconds between tries while the provider cannot be asked. The polls of the object go on meanwhile, so a webhook
 * that is given up (after these and 5 hours more) costs delay, never knowledge.
 */
export const TRY_DELAYS_SECONDS: readonly number[] = [2, 5, 15, 60, 300, 900];

export const MAX_TRIES = 25;
