import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

// At the default 50 requests a second, with answers within a second, about 50 sockets are busy. Further requests queue
// for a socket until their send window ends.
const MAX_SOCKETS = 64;

// Shorter than the idle limits of Node's own server (5 s) and of most proxies (60 s).
const IDLE_SOCKET_MS = 4_000;

// Certificates are always verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says.
const TLS = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

interface Agents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

/**
 * The limited sockets to the provider, in two pools, so that polling cannot use up the sockets that a payer needs.
 *
 * Reads reuse connections. Each change opens a new one, because the provider may close a kept connection just as we
 * write to it: a handshake of a few milliseconds ensures that this never makes a payment's outcome unknown.
 */
@Injectable()
export class ConnectionPool implements OnApplicationShutdown {
  readonly reads: Agents;
  readonly changes: Agents;

  constructor() {
    this.reads = agents({ keepAlive: true, timeout: IDLE_SOCKET_MS });
    this.changes = agents({ keepAlive: false });
  }

  // At shutdown rather than earlier: running calls finish first, so that their answers are recorded.
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
