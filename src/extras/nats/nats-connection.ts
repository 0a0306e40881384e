import { connect } from '@nats-io/transport-node';
import type { Secret } from '../../common/secret.js';
import { parseNatsAddress } from '../../platform/config/nats-address.js';

// One fixed subject is enough, because each cell of a merchant has a separate NATS account.
const SUBJECT = 'purser.status_changes';

const CONNECT_TIMEOUT_MS = 5_000;

// With this interval, NATS closes a silent connection after two missed pings.
const PING_INTERVAL_MS = 10_000;

/** A connection that sends hints over core NATS, which stores nothing. */
export interface NatsConnection {
  /** @throws Error if the connection is closed */
  publish(): void;
  /** Resolves when the connection closes: with the error, or with null if Purser closed it. */
  readonly closed: Promise<Error | null>;
  close(): Promise<void>;
}

/** Connects once, to any of the servers. If the connection is lost it is closed, and the caller must open a new one. */
export async function connectToNats(url: Secret, onHint: () => void): Promise<NatsConnection> {
  const address = parseNatsAddress(url.reveal());
  if (!address) throw new Error('NATS_URL was not checked');
  const { servers, credentials, isSecured } = address;
  const connection = await connect({
    servers: [...servers],
    name: 'purser',
    // If the client reconnected by itself, it would buffer hints in memory without limit.
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
