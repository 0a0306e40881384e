import type { TokenLane } from './token-store.js';

/** How the shared bucket fills and empties. */
export interface BucketShape {
  /** Most tokens it ever has, held ones included, that is the largest burst. */
  readonly capacity: number;
  /** Tokens a second that come in, up to the capacity. */
  readonly refillPerSecond: number;
  /** Tokens each lane must leave behind for those before it. */
  readonly keep: Readonly<Record<TokenLane, number>>;
  /** Most tokens that are held for claims at once. */
  readonly mostHeld: number;
}

/** The content of the bucket. */
export interface BucketLevel {
  /** Tokens that may be taken. */
  readonly tokens: number;
  /** Tokens that were taken for claims, and are neither used nor put back. */
  readonly held: number;
}

// Twice what a claim ordinarily takes: who waits for another's claim looks again then.
const HELD_PAUSE_MS = 50;

/**
 * The bucket that lets no second hold more than `requestsPerSecond` requests, wherever the second begins.
 *
 * Within one second a bucket gives at most its capacity plus what comes in, so the two together stay below
 * `requestsPerSecond + 1`. The capacity is a tenth, for a small bucket gives the full rate sooner than it gives bursts;
 * 0.9 of the rest comes in, so that tokens spent up to 100 ms after they were taken still do not crowd a second.
 * Background requests leave 30 % and at least one whole token, so that an interactive one always finds it; unverified
 * ones leave 60 %, and a token more than background ones where the bucket holds as many. A bucket of one token
 * (`requestsPerSecond` 1) has nothing to reserve.
 *
 * A token that is held for a claim stays in the bucket, as it were, until its request goes out: with it the bucket is
 * never fuller than its capacity, so that it does not matter how long the claim takes. Of more than two tokens one is
 * never held, or slow claims would keep tokens from coming in for anybody else.
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

/** Milliseconds until the lane can take a token from a bucket of this level. */
export function nextTokenInMs(shape: BucketShape, lane: TokenLane, { tokens, held }: BucketLevel): number {
  if (lane === 'claims' && held >= shape.mostHeld) return HELD_PAUSE_MS;
  const missing = 1 + shape.keep[lane] - tokens;
  return missing <= 0 ? 0 : Math.ceil((missing / shape.refillPerSecond) * 1_000);
}
