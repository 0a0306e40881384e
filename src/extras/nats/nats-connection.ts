import { connect } from '@nats-io/transport-node';
import type { Secret } from '../../common/secret.js';
import { parseNatsAddress } from '../../platform/config/nats-address.js';

// Every cell of a merchant has an account of its own at NATS, so one subject is enough.
const SUBJECT = 'purser.status_changes';

const CONNECT_TIMEOUT_MS = 5_000;

// A peer that vanished without a word has missed two of these by then.
const PING_INTERVAL_MS = 10_000;

/** A connection that carries hints: core NATS, which keeps nothing of them. */
export interface NatsConnection {
  /** @throws Error when the connection is closed */
  publish(): void;
  /** Resolves when it is closed, with what closed it; null when that was asked for. */
  readonly closed: Promise<Error | null>;
  close(): Promise<void>;
}

/** Connects once, to any of the servers. A connection that is lost is closed: the caller opens the next one. */
export async function connectToNats(url: Secret, onHint: () => void): Promise<NatsConnection> {
  const address = parseNatsAddress(url.reveal());
  if (!address) throw new Error('NATS_URL was not checked');
  const { servers, credentials, isSecured } = address;
  const connection = await connect({
    servers: [...servers],
    name: 'purser',
    // Its own way keeps what is published meanwhile in memory, without a bound.
    reconnect: false,
    timeout: CONNECT_TIMEOUT_MS,
    pingInterval: PING_INTERVAL_MS,
    ...credentials,
    ...(isSecured && { tls: {} }),
  });
  connection.subscribe(SUBJECT, { callback: onHint });
  return {
    publish: () => {
      connection.publish(SUBJECT);
    },
    closed: connection.closed().then((error) => error ?? null),
    close: () => connection.close(),
  };
}
