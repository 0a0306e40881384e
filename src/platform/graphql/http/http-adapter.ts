import { createServer, type RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Config } from '../../config/config.js';
import { type DirectRoute, FrontDoor } from './front-door.js';

/**
 * Limits on connections before a request has arrived. Node supports all of these, but most are higher or off by
 * default.
 */
const HTTP_SERVER_LIMITS = {
  /**
   * How often the timeouts below are checked. With Node's default of 30 s, a slow sender would keep its socket for 91
   * s.
   */
  connectionsCheckingInterval: 2_000,
  /** Time to receive a request. The time to answer it does not count, because the provider may be slow. */
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  /** Idle time between two requests on a connection. A proxy in front must close idle connections sooner. */
  keepAliveTimeout: 5_000,
  /** Makes long-lived clients reconnect occasionally, so that they spread over the replicas. */
  maxRequestsPerSocket: 1_000,
  /** Total size of all headers in bytes. */
  maxHeaderSize: 16 * 1024,
};

// Connections for requests, in addition to WebSockets. Each costs about 20 kB and a descriptor. Together with 500
// sockets this leaves a hundred of a process's usual 1,024 descriptors for the database and files.
const REQUEST_CONNECTIONS = 400;

/**
 * Express behind the front door, on an HTTP server with limits. Nest's adapter creates its server without options, but
 * two of these limits can only be set at creation.
 */
export class LimitedExpressAdapter extends ExpressAdapter {
  readonly #door: FrontDoor;

  constructor(private readonly config: Pick<Config, 'http' | 'sockets'>) {
    super();
    this.#door = new FrontDoor(config.http, this.getInstance<RequestListener>());
  }

  /** Serves a route directly, without Express. */
  serveDirectly(route: DirectRoute): void {
    this.#door.serveDirectly(route);
  }

  /** Called by Nest. Ignores `httpsOptions`, because TLS ends at the proxy. */
  override initHttpServer(): void {
    const { maxRequestsPerSocket, ...options } = HTTP_SERVER_LIMITS;
    const server = createServer(options, this.#door.receive);
    server.maxRequestsPerSocket = maxRequestsPerSocket;
    server.maxConnections = this.config.sockets.maxPerProcess + REQUEST_CONNECTIONS;
    this.httpServer = server;
  }
}
