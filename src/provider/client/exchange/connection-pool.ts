import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

// At the default 50 requests a second and an answer within a second, about 50 sockets are busy; further requests queue
// for a socket, and give up with their send window.
const MAX_SOCKETS = 64;

// Shorter than the 5 s after which Node's own server, and the 60 s after which most proxies, close an idle connection.
const IDLE_SOCKET_MS = 4_000;

// Certificates are always verified, even where NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
const TLS = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

interface Agents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

/**
 * The sockets to the provider, bounded, in two pools, so that polling cannot occupy those that a payer needs.
 *
 * Reads reuse connections. A request that changes something opens its own: a kept connection may be closed by the other
 * side in the very moment we write to it, and what a handshake of some milliseconds buys is that this never leaves the
 * outcome of a payment unknown.
 */
@Injectable()
export class ConnectionPool implements OnApplicationShutdown {
  readonly reads: Agents;
  readonly changes: Agents;

  constructor() {
    this.reads = agents({ keepAlive: true, timeout: IDLE_SOCKET_MS });
    this.changes = agents({ keepAlive: false });
  }

  // Not earlier: calls under way finish first, so that what was asked of the provider is recorded.
  onApplicationShutdown(): void {
    for (const { httpAgent, httpsAgent } of [this.reads, this.changes]) {
      httpAgent.destroy();
      httpsAgent.destroy();
    }
  }
}

function agents(options: { readonly keepAlive: boolean; readonly timeout?: number }): Agents {
  return {
    httpAgent: new HttpAgent({ ...options, maxSockets: MAX_SOCKETS }),
    httpsAgent: new HttpsAgent({ ...options, ...TLS, maxSockets: MAX_SOCKETS }),
  };
}
