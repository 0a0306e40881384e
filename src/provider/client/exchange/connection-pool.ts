import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

// At the default 50 requests a second, with answers within a second, about 50 sockets are busy. Further requests queue
// for a socket, and give up with their send window.
const MAX_SOCKETS = 64;

// Shorter than the 5 s after which Node's own server, and the 60 s after which most proxies, close an idle connection.
const IDLE_SOCKET_MS = 4_000;

// Certificates are always verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says.
const TLS = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

interface Agents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

/**
 * The sockets to the provider, limited, in two pools, so that polling cannot use up the sockets that a payer needs.
 *
 * Reads reuse connections. Each change opens its own, because the other side may close a kept connection just as we
 * write to it: a handshake of some milliseconds ensures that this never makes a payment's outcome unknown.
 */
@Injectable()
export class ConnectionPool implements OnApplicationShutdown {
  readonly reads: Agents;
  readonly changes: Agents;

  constructor() {
    this.reads = agents({ keepAlive: true, timeout: IDLE_SOCKET_MS });
    this.changes = agents({ keepAlive: false });
  }

  // Not earlier: running calls finish first, so that their answers are recorded.
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
