import type { Config } from '../../config/config.js';

// Each takes milliseconds to show its key, so a hundred of 500 are thousands a second.
const SHARE_OF_STRANGERS = 0.2;

// The tabs of a browser that is opened again come at once.
const FEWEST_STRANGERS = 20;

/** Bounds on what one socket may do. Tests shrink the times; production runs these. */
export const SUBSCRIPTIONS_DEFAULTS = {
  /** A dashboard page watches a list and a detail or two. */
  maxSubscriptionsPerSocket: 10,
  /** A document of 1,000 tokens with its variables; `ws` would take 100 MiB. */
  maxFrameBytes: 32 * 1024,
  /** Opening ten subscriptions at once is ten messages; a flood of pings is thousands. */
  maxMessagesPerSecond: 50,
  /** The bytes that may wait unsent for a client that does not read: checked before each event and with each ping. */
  maxBufferedBytes: 1024 * 1024,
  /** Between opening and `connection_init`. */
  initTimeoutMs: 3_000,
  /** A peer that has not answered one ping when the next is due is gone. Proxies cut idle sockets at 60 s. */
  pingIntervalMs: 30_000,
  /**
   * How long a revoked key may go on listening. The answer comes out of the cache that requests use, so asking is
   * cheap.
   */
  revocationCheckMs: 5_000,
  /** How long a client may take to answer a close before its socket is cut. */
  closeTimeoutMs: 2_000,
};

export interface SubscriptionsOptions extends Readonly<typeof SUBSCRIPTIONS_DEFAULTS> {
  /** Sockets of this process, all clients together. */
  readonly maxSockets: number;
  /** Of these, sockets on which no key was shown yet. */
  readonly maxStrangers: number;
  readonly maxSocketsPerNetwork: number;
}

/** The bounds that the settings ask for, with others that differ from the defaults. */
export function toSubscriptionsOptions(
  { maxPerProcess, maxPerAddress }: Config['sockets'],
  others: Partial<SubscriptionsOptions>,
): SubscriptionsOptions {
  return {
    ...SUBSCRIPTIONS_DEFAULTS,
    maxSockets: maxPerProcess,
    maxStrangers: Math.max(FEWEST_STRANGERS, Math.ceil(maxPerProcess * SHARE_OF_STRANGERS)),
    maxSocketsPerNetwork: maxPerAddress,
    ...others,
  };
}

/** Injection token of the options. */
export const SUBSCRIPTIONS_OPTIONS = Symbol('SUBSCRIPTIONS_OPTIONS');
