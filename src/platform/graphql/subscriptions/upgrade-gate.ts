import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { networkOf } from '../../../common/network.js';
import { clientAddress } from '../http/client-address.js';
import { GRAPHQL_PATH } from '../http/graphql.route.js';
import { sessionSecretOf } from '../http/own-page.js';

export interface Admitted {
  readonly address: string;
  readonly sessionSecret: string | undefined;
  /** Only set if the client is not a browser, which is recognised by a missing Origin header. */
  readonly authorization: string | undefined;
}

export type Admission = Admitted | { readonly refusedWith: 403 | 404 | 429 | 503 };

export interface SocketEntry {
  /** Marks the socket as authenticated, so that it is never closed for a new one. */
  introduce(): void;
  leave(): void;
}

/** Decides which upgrade requests may become sockets, and counts the sockets. */
export class UpgradeGate {
  readonly #socketsByNetwork = new Map<string, number>();
  /** Functions that close the unauthenticated sockets, the oldest first. */
  readonly #strangers = new Set<() => void>();
  #sockets = 0;

  constructor(
    private readonly limits: {
      readonly ownOrigin: string;
      readonly allowedOrigins: readonly string[];
      readonly trustedProxies: readonly string[];
      readonly maxSockets: number;
      readonly maxStrangers: number;
      readonly maxSocketsPerNetwork: number;
    },
  ) {}

  /**
   * Decides whether an upgrade request may become a socket. Rejects other origins, because browsers let any page open a
   * socket anywhere. A request without an Origin header is not from a browser, and still needs a key. Our own origin
   * may use the session cookie.
   */
  admit(request: IncomingMessage): Admission {
    if (request.url?.split('?')[0] !== GRAPHQL_PATH) return { refusedWith: 404 };
    const { origin } = request.headers;
    const sessionSecret = isFromOwnPage(request, this.limits.ownOrigin)
      ? sessionSecretOf(request, this.limits.ownOrigin)
      : undefined;
    const isAllowed = origin === undefined || this.limits.allowedOrigins.includes(origin);
    if (!isAllowed && sessionSecret === undefined) return { refusedWith: 403 };
    if (this.#sockets >= this.limits.maxSockets) return { refusedWith: 503 };
    const address = clientAddress(request, this.limits.trustedProxies);
    const sockets = this.#socketsByNetwork.get(networkOf(address)) ?? 0;
    if (sockets >= this.limits.maxSocketsPerNetwork) return { refusedWith: 429 };
    const authorization = origin === undefined ? request.headers.authorization : undefined;
    return { address, sessionSecret, authorization };
  }

  /**
   * Counts a socket. If too many are unauthenticated, closes the oldest of these: clients send their key within
   * milliseconds, so the oldest one is only taking up a slot.
   */
  enter(address: string, close: () => void): SocketEntry {
    const network = networkOf(address);
    this.#sockets += 1;
    this.#socketsByNetwork.set(network, (this.#socketsByNetwork.get(network) ?? 0) + 1);
    this.#strangers.add(close);
    const [oldest] = this.#strangers;
    if (this.#strangers.size > this.limits.maxStrangers && oldest) {
      this.#strangers.delete(oldest);
      oldest();
    }
    return {
      introduce: () => {
        this.#strangers.delete(close);
      },
      leave: () => {
        this.#strangers.delete(close);
        this.#sockets -= 1;
        const left = (this.#socketsByNetwork.get(network) ?? 1) - 1;
        if (left > 0) this.#socketsByNetwork.set(network, left);
        else this.#socketsByNetwork.delete(network);
      },
    };
  }
}

/**
 * A page cannot set headers on a socket, so these two are trusted. Some browsers do not send `Sec-Fetch-Site`, so a
 * missing one counts as the same origin.
 */
function isFromOwnPage({ headers }: IncomingMessage, ownOrigin: string): boolean {
  return headers.origin === ownOrigin && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
}

/** Answers an upgrade request with an HTTP status and closes the socket, which would otherwise stay open forever. */
export function refuseUpgrade(socket: Duplex, status: keyof typeof STATUS_CODES & number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  );
}
