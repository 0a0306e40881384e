/** Bounds on sockets and what they may do. Tests shrink the times; production runs these. */
export const SUBSCRIPTIONS_DEFAULTS = {
  /** Sockets of this process, all clients together: leaves most of the HTTP server's connections to requests. */
  maxSockets: 500,
  /**
   * Of these, sockets on which no key was shown yet. Each takes milliseconds to show one, so a hundred are thousands a
   * second.
   */
  maxStrangers: 100,
  /** A team behind one address or IPv6 /64 with a few tabs each; a flood from one network stops here. */
  maxSocketsPerNetwork: 20,
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

export type SubscriptionsOptions = Readonly<typeof SUBSCRIPTIONS_DEFAULTS>;

/** Injection token of the options. */
export const SUBSCRIPTIONS_OPTIONS = Symbol('SUBSCRIPTIONS_OPTIONS');
