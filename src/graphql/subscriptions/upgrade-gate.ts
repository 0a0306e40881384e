import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { clientAddress } from '../http/client-address.js';
import { GRAPHQL_PATH } from '../http/configure-http.js';

export type Admission = { readonly address: string } | { readonly refusedWith: 403 | 404 | 429 | 503 };

/** Decides which upgrade requests become sockets, and counts those that did. */
export class UpgradeGate {
  readonly #socketsByAddress = new Map<string, number>();
  #sockets = 0;

  constructor(
    private readonly limits: {
      readonly allowedOrigins: readonly string[];
      readonly trustedProxyHops: number;
      readonly maxSockets: number;
      readonly maxSocketsPerAddress: number;
    },
  ) {}

  /**
   * Whether a request may become a socket. An origin that is not allowed is refused because browsers let any page open
   * a socket anywhere; a request without one comes from no browser and still has to show its key.
   */
  admit(request: IncomingMessage): Admission {
    if (request.url?.split('?')[0] !== GRAPHQL_PATH) return { refusedWith: 404 };
    const { origin } = request.headers;
    if (origin !== undefined && !this.limits.allowedOrigins.includes(origin)) return { refusedWith: 403 };
    if (this.#sockets >= this.limits.maxSockets) return { refusedWith: 503 };
    const address = clientAddress(request, this.limits.trustedProxyHops);
    if ((this.#socketsByAddress.get(address) ?? 0) >= this.limits.maxSocketsPerAddress) return { refusedWith: 429 };
    return { address };
  }

  /** Counts a socket in; the function returned counts it out. */
  enter(address: string): () => void {
    this.#sockets += 1;
    this.#socketsByAddress.set(address, (this.#socketsByAddress.get(address) ?? 0) + 1);
    return () => {
      this.#sockets -= 1;
      const left = (this.#socketsByAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#socketsByAddress.set(address, left);
      else this.#socketsByAddress.delete(address);
    };
  }
}

/** Answers an upgrade request with a status and cuts it off; left alone, the socket would stay open for good. */
export function refuseUpgrade(socket: Duplex, status: keyof typeof STATUS_CODES & number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  );
}
