import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type ClientOptions, WebSocket } from 'ws';
import { loadConfig } from '../../config/config.js';
import { configureHttp } from '../http/configure-http.js';
import { GraphqlRoute } from '../http/graphql.route.js';
import { LimitedExpressAdapter } from '../http/http-adapter.js';
import type { SubscriptionsOptions } from '../subscriptions/subscriptions-options.js';
import { SubscriptionsServer } from '../subscriptions/subscriptions-server.js';
import { KEY, ToyKeys, toyModule } from './toy.module.js';
import { type GraphqlAnswer, ToySocket } from './toy-socket.js';

const ENVIRONMENT = {
  PUBLIC_URL: 'https://purser.example.com',
  DATABASE_URL: 'postgres://purser@localhost/purser',
  ENCRYPTION_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64'),
  BOOTSTRAP_API_KEY: 'a-bootstrap-key-of-32-characters',
  PROVIDER_BASE_URL: 'https://api.provider.example',
  PROVIDER_API_TOKEN: 'token-of-the-toy-desk',
  ORDER_WEBHOOK_PATH_SECRET: 'webhook-path-secret-of-the-toy-desk',
  WEBHOOK_SECRET: 'webhook-secret-of-the-toy-desk',
  ALLOWED_ORIGINS: 'https://dashboard.example.com',
};

// Logs nothing until the application's own logger takes over. If the start fails, the spec fails and the process goes
// on.
const OPTIONS: Partial<NestApplicationOptions> = { bodyParser: false, logger: false, abortOnError: false };

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A running application with a toy resolver behind the real GraphQL module, and a client for each transport. */
export class ToyDesk {
  private readonly sockets: ToySocket[] = [];

  private constructor(
    readonly app: NestExpressApplication,
    readonly faults: Record<string, unknown>[],
  ) {}

  static async start({
    env = {},
    subscriptions = {},
  }: { env?: Record<string, string>; subscriptions?: Partial<SubscriptionsOptions> } = {}): Promise<ToyDesk> {
    const config = loadConfig({ ...ENVIRONMENT, ...env });
    const faults: Record<string, unknown>[] = [];
    const adapter = new LimitedExpressAdapter(config);
    const module = toyModule(config, subscriptions);
    const app = await NestFactory.create<NestExpressApplication>(module, adapter, OPTIONS);
    app.useLogger({ log: () => undefined, warn: () => undefined, error: (fault: never) => faults.push(fault) });
    configureHttp(app, config);
    await app.listen(0, '127.0.0.1');
    adapter.serveDirectly(app.get(GraphqlRoute, { strict: false }));
    app.get(SubscriptionsServer).attach(app.getHttpServer());
    return new ToyDesk(app, faults);
  }

  get port(): number {
    return (this.app.getHttpServer().address() as AddressInfo).port;
  }

  get keys(): ToyKeys {
    return this.app.get(ToyKeys, { strict: false });
  }

  send({
    method = 'POST',
    path = '/graphql',
    headers = {},
    body,
  }: {
    method?: string;
    path?: string;
    /** A header with the value undefined is not sent. */
    headers?: Record<string, string | undefined>;
    body?: string | Buffer;
  }): Promise<Answer> {
    const contentType = body === undefined ? {} : { 'content-type': 'application/json' };
    const defaults = { authorization: KEY, connection: 'close', ...contentType };
    const given: Record<string, string | undefined> = { ...defaults, ...headers };
    const sent = Object.entries(given).filter(([, value]) => value !== undefined);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port: this.port, method, path, headers: Object.fromEntries(sent) },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  async query(query: string, variables?: unknown): Promise<GraphqlAnswer & { readonly status: number }> {
    const { status, text } = await this.send({ body: JSON.stringify({ query, variables }) });
    return { status, ...(JSON.parse(text) as GraphqlAnswer) };
  }

  socket(options: Omit<ClientOptions, 'protocol'> & { path?: string; protocol?: string | string[] } = {}): ToySocket {
    const { path = '/graphql', protocol = 'graphql-transport-ws', ...rest } = options;
    const socket = new ToySocket(new WebSocket(`ws://127.0.0.1:${this.port}${path}`, protocol, rest));
    this.sockets.push(socket);
    return socket;
  }

  async connected(): Promise<ToySocket> {
    const socket = this.socket();
    await socket.init();
    return socket;
  }

  async stop(): Promise<void> {
    for (const { raw } of this.sockets) raw.terminate();
    await this.app.close();
  }
}
