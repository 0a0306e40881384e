import type { RequestLane } from './request.budget.js';

/** How the shared bucket fills and empties. */
export interface BucketShape {
  /** Most tokens it ever holds, that is the largest burst. */
  readonly capacity: number;
  /** Tokens a second that come in, up to the capacity. */
  readonly refillPerSecond: number;
  /** Tokens each lane must leave behind for those before it. */
  readonly keep: Readonly<Record<RequestLane, number>>;
}

/**
 * The bucket that lets no second hold more than `requestsPerSecond` requests, wherever the second begins.
 *
 * Within one second a bucket gives at most its capacity plus what comes in, so the two together stay below
 * `requestsPerSecond + 1`. The capacity is a tenth, for a small bucket gives the full rate sooner than it gives bursts;
 * 0.9 of the rest comes in, so that tokens spent up to 100 ms after they were taken still do not crowd a second.
 * Background requests leave 30 % and at least one whole token, so that an interactive one always finds it; unverified
 * ones leave 60 %, and a token more than background ones where the bucket holds as many. A bucket of one token
 * (`requestsPerSecond` 1) has nothing to reserve.
 */
export function bucketFor(requestsPerSecond: number): BucketShape {
  const capacity = requestsPerSecond === 1 ? 1 : Math.max(2, requestsPerSecond / 10);
  const background = capacity === 1 ? 0 : Math.max(1, 0.3 * capacity);
  return {
    capacity,
    refillPerSecond: 0.9 * (requestsPerSecond + 1 - capacity),
    keep: {
      changes: 0,
      interactive: 0,
      background,
      unverified: Math.min(capacity - 1, Math.max(background + 1, 0.6 * capacity)),
    },
  };
}

/** Milliseconds until the lane can take a token from a bucket that now holds `tokens`. */
export function nextTokenInMs(shape: BucketShape, lane: RequestLane, tokens: number): number {
  const missing = 1 + shape.keep[lane] - tokens;
  return missing <= 0 ? 0 : Math.ceil((missing / shape.refillPerSecond) * 1_000);
}
