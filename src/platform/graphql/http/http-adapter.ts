import { createServer, type RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Config } from '../../config/config.js';
import { type DirectRoute, FrontDoor } from './front-door.js';

/** Limits on connections before a request has arrived. Node has all of them; none is on by default. */
const HTTP_SERVER_LIMITS = {
  /** How often the time-outs below are checked. At Node's 30 s a slow sender holds its socket for 91 s. */
  connectionsCheckingInterval: 2_000,
  /** Time to receive a request, not to answer it: waiting for the provider does not count. */
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  /** Between two requests on a connection. A proxy in front must close idle connections sooner. */
  keepAliveTimeout: 5_000,
  /** Moves long-lived clients to another replica occasionally. */
  maxRequestsPerSocket: 1_000,
  /** All headers together, in bytes. */
  maxHeaderSize: 16 * 1024,
};

// Connections of requests, besides WebSockets. One costs about 20 kB and a descriptor. With 500 sockets this leaves a
// hundred of a process's usual 1,024 descriptors for the database and files.
const REQUEST_CONNECTIONS = 400;

/**
 * Express behind the front door, on an HTTP server with limits. Nest's adapter creates its server without options, and
 * two of these can only be set at creation.
 */
export class LimitedExpressAdapter extends ExpressAdapter {
  readonly #door: FrontDoor;

  constructor(private readonly config: Pick<Config, 'http' | 'sockets'>) {
    super();
    this.#door = new FrontDoor(config.http, this.getInstance<RequestListener>());
  }

  /** Serves a route without Express. */
  serveDirectly(route: DirectRoute): void {
    this.#door.serveDirectly(route);
  }

  /** Called by Nest. Ignores `httpsOptions`: TLS ends at the proxy. */
  override initHttpServer(): void {
    const { maxRequestsPerSocket, ...options } = HTTP_SERVER_LIMITS;
    const server = createServer(options, this.#door.receive);
    server.maxRequestsPerSocket = maxRequestsPerSocket;
    server.maxConnections = this.config.sockets.maxPerProcess + REQUEST_CONNECTIONS;
    this.httpServer = server;
  }
}
