import type { TokenLane } from './token-store.js';

export interface BucketShape {
  /** Maximum number of tokens, including held ones. This is the largest possible burst. */
  readonly capacity: number;
  /** Tokens added per second, up to the capacity. */
  readonly refillPerSecond: number;
  /** Tokens that each lane must leave for the lanes with a higher priority. */
  readonly keep: Readonly<Record<TokenLane, number>>;
  /** Maximum number of tokens held for claims. */
  readonly mostHeld: number;
}

export interface BucketLevel {
  readonly tokens: number;
  /** Tokens taken for claims that are neither used nor returned yet. */
  readonly held: number;
}

// Twice the usual duration of a claim. If only another claim's held tokens are left, the caller tries again after this.
const HELD_PAUSE_MS = 50;

/**
 * Builds the bucket that limits any second, wherever it starts, to `requestsPerSecond` requests.
 *
 * In one second a bucket grants at most its capacity plus the refill, so the two together stay below `requestsPerSecond
 * + 1`. The capacity is a tenth of the rate, because a small bucket favours a steady rate over bursts. The refill is
 * 0.9 of the rest, so tokens spent up to 100 ms late do not overload a second. Background requests leave 30 % and at
 * least one whole token for interactive ones. Unverified requests leave 60 %, and one more token than background ones
 * if the bucket is large enough. A bucket of one token (`requestsPerSecond` 1) has nothing to reserve.
 *
 * A token held for a claim counts as still in the bucket until its request is sent, so the bucket never exceeds its
 * capacity, however long the claim takes. If there are more than two tokens, at least one is never held, because
 * otherwise slow claims would stop the refill for everyone.
 */
export function bucketFor(requestsPerSecond: number): BucketShape {
  const capacity = requestsPerSecond === 1 ? 1 : Math.max(2, requestsPerSecond / 10);
  const background = capacity === 1 ? 0 : Math.max(1, 0.3 * capacity);
  return {
    capacity,
    refillPerSecond: 0.9 * (requestsPerSecond + 1 - capacity),
    keep: {
      changes: 0,
      claims: 0,
      interactive: 0,
      background,
      unverified: Math.min(capacity - 1, Math.max(background + 1, 0.6 * capacity)),
    },
    mostHeld: Math.floor(capacity <= 2 ? capacity : Math.max(2, capacity - 1)),
  };
}

/** Milliseconds until the lane can take a token at this level. */
export function nextTokenInMs(shape: BucketShape, lane: TokenLane, { tokens, held }: BucketLevel): number {
  if (lane === 'claims' && held >= shape.mostHeld) return HELD_PAUSE_MS;
  const missing = 1 + shape.keep[lane] - tokens;
  return missing <= 0 ? 0 : Math.ceil((missing / shape.refillPerSecond) * 1_000);
}
