/** Bounds on sockets and what they may do. Tests shrink the times; production runs the defaults. */
export interface SubscriptionsOptions {
  /** Sockets of this process, all clients together: leaves most of the HTTP server's connections to requests. */
  readonly maxSockets: number;
  /**
   * Of these, sockets on which no key was shown yet. Each takes milliseconds to show one, so a hundred are thousands a
   * second.
   */
  readonly maxStrangers: number;
  /** A team behind one address or IPv6 /64 with a few tabs each; a flood from one network stops here. */
  readonly maxSocketsPerNetwork: number;
  /** A dashboard page watches a list and a detail or two. */
  readonly maxSubscriptionsPerSocket: number;
  /** A document of 1,000 tokens with its variables; `ws` would take 100 MiB. */
  readonly maxFrameBytes: number;
  /** Opening ten subscriptions at once is ten messages; a flood of pings is thousands. */
  readonly maxMessagesPerSecond: number;
  /** What may wait unsent for a client that does not read: looked at before each event and with each ping. */
  readonly maxBufferedBytes: number;
  /** Between opening and `connection_init`. */
  readonly initTimeoutMs: number;
  /** A peer that has not answered one ping when the next is due is gone. Proxies cut idle sockets at 60 s. */
  readonly pingIntervalMs: number;
  /**
   * How long a revoked key may go on listening. The answer comes out of the cache that requests use, so asking is
   * cheap.
   */
  readonly revocationCheckMs: number;
  /** How long a client may take to answer a close before its socket is cut. */
  readonly closeTimeoutMs: number;
}

export const SUBSCRIPTIONS_DEFAULTS: SubscriptionsOptions = {
  maxSockets: 500,
  maxStrangers: 100,
  maxSocketsPerNetwork: 20,
  maxSubscriptionsPerSocket: 10,
  maxFrameBytes: 32 * 1024,
  maxMessagesPerSecond: 50,
  maxBufferedBytes: 1024 * 1024,
  initTimeoutMs: 3_000,
  pingIntervalMs: 30_000,
  revocationCheckMs: 5_000,
  closeTimeoutMs: 2_000,
};

/** Injection token of the options. */
export const SUBSCRIPTIONS_OPTIONS = Symbol('SUBSCRIPTIONS_OPTIONS');
