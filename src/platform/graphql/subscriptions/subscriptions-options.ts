import type { Config } from '../../config/config.js';

// Share of sockets that may be unauthenticated. Clients send their key within milliseconds, so a hundred out of 500 are
// enough for thousands of new sockets a second.
const SHARE_OF_STRANGERS = 0.2;

// A browser that is reopened connects all its tabs at the same time.
const FEWEST_STRANGERS = 20;

/** Limits for each socket. Tests use shorter times. */
export const SUBSCRIPTIONS_DEFAULTS = {
  /** A dashboard page subscribes to a list and to one or two objects. */
  maxSubscriptionsPerSocket: 10,
  /** Enough for a document of 1,000 tokens with its variables. `ws` would accept 100 MiB. */
  maxFrameBytes: 32 * 1024,
  /** Opening ten subscriptions takes ten messages; a flood of pings is thousands. */
  maxMessagesPerSecond: 50,
  /** Limit for unsent bytes if a client does not read. Checked before each event and with each ping. */
  maxBufferedBytes: 1024 * 1024,
  /** Time from the opening of a socket until `connection_init`. */
  initTimeoutMs: 3_000,
  /** A client that has not answered by the time of the next ping is gone. Proxies cut idle sockets after 60 s. */
  pingIntervalMs: 30_000,
  /** How long a revoked key can keep a socket open. The check uses the same cache as requests, so it is cheap. */
  revocationCheckMs: 5_000,
  /** How long a client may take to answer a close frame before its connection is cut. */
  closeTimeoutMs: 2_000,
};

export interface SubscriptionsOptions extends Readonly<typeof SUBSCRIPTIONS_DEFAULTS> {
  readonly maxSockets: number;
  /** Maximum number of unauthenticated sockets. */
  readonly maxStrangers: number;
  readonly maxSocketsPerNetwork: number;
}

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

export const SUBSCRIPTIONS_OPTIONS = Symbol('SUBSCRIPTIONS_OPTIONS');
