import { createServer, type RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Config } from '../../config/config.js';

/** Bounds on what a connection may cost before a request has arrived. All of them are node's; none is on by default. */
const HTTP_SERVER_LIMITS = {
  /** Timeouts below are only looked at this often; at node's 30 s a slow sender holds its socket for 91 s. */
  connectionsCheckingInterval: 2_000,
  /** To receive a whole request, not to answer it: waiting for the provider is not counted. */
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  /** Between two requests on one connection. A proxy in front must let go of idle connections sooner than this. */
  keepAliveTimeout: 5_000,
  /** Moves long-lived clients to another replica now and then. */
  maxRequestsPerSocket: 1_000,
  /** All headers together, in bytes. */
  maxHeaderSize: 16 * 1024,
};

// Connections of requests beside those that become sockets. One costs some 20 kB and a descriptor; with 500 sockets, all
// of them leave a hundred of the usual 1,024 descriptors of a process to the database and files.
const REQUEST_CONNECTIONS = 400;

/**
 * Express on an HTTP server with limits. Nest's adapter creates its server without options, and two of these can be
 * given at creation only.
 */
export class LimitedExpressAdapter extends ExpressAdapter {
  constructor(private readonly sockets: Config['sockets']) {
    super();
  }

  /** Called by Nest. TLS ends at the proxy in front, so `httpsOptions` are not honoured. */
  override initHttpServer(): void {
    const { maxRequestsPerSocket, ...options } = HTTP_SERVER_LIMITS;
    const server = createServer(options, this.getInstance<RequestListener>());
    server.maxRequestsPerSocket = maxRequestsPerSocket;
    server.maxConnections = this.sockets.maxPerProcess + REQUEST_CONNECTIONS;
    this.httpServer = server;
  }
}
