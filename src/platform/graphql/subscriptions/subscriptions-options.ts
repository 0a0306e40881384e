import type { Config } from '../../config/config.js';

// Clients show their key within milliseconds, so a hundred of 500 allow thousands a second.
const SHARE_OF_STRANGERS = 0.2;

// A reopened browser connects all its tabs at once.
const FEWEST_STRANGERS = 20;

/** Limits of one socket. Tests shorten the times. */
export const SUBSCRIPTIONS_DEFAULTS = {
  /** A dashboard page watches a list and a detail or two. */
  maxSubscriptionsPerSocket: 10,
  /** A document of 1,000 tokens with its variables; `ws` would accept 100 MiB. */
  maxFrameBytes: 32 * 1024,
  /** Opening ten subscriptions at once is ten messages; a flood of pings is thousands. */
  maxMessagesPerSecond: 50,
  /** Unsent bytes for a client that does not read, checked before each event and with each ping. */
  maxBufferedBytes: 1024 * 1024,
  /** Between opening and `connection_init`. */
  initTimeoutMs: 3_000,
  /** A peer that has not answered when the next ping is due is gone. Proxies cut idle sockets at 60 s. */
  pingIntervalMs: 30_000,
  /** How long a revoked key can keep listening. The check uses the cache of requests, so it is cheap. */
  revocationCheckMs: 5_000,
  /** How long a client may take to answer a close before its connection is cut. */
  closeTimeoutMs: 2_000,
};

export interface SubscriptionsOptions extends Readonly<typeof SUBSCRIPTIONS_DEFAULTS> {
  readonly maxSockets: number;
  /** Sockets without a key yet. */
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
