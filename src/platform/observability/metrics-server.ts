import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import { Config } from '../config/config.js';
import { explainListenError } from '../config/start-error.js';
import { MetricsRegistry } from './metrics-registry.js';

/**
 * Serves `/metrics` on a separate port, by default on the loopback interface, because metrics are not meant for API
 * callers.
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(MetricsServer.name);
  #server: Server | null = null;

  constructor(
    private readonly config: Config,
    private readonly registry: MetricsRegistry,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort: port, metricsHost: host } = this.config.observability;
    if (port === null) return;
    collectDefaultMetrics({ register: this.registry });
    const server = createServer((request, response) => {
      if (request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      this.registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': this.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    }).catch((error: unknown) => {
      throw explainListenError(error, { portVariable: 'METRICS_PORT', hostVariable: 'METRICS_HOST' });
    });
    this.#server = server;
    this.#logger.log({ event: 'metrics_listening', host, port: (server.address() as AddressInfo).port });
  }

  async onApplicationShutdown(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
