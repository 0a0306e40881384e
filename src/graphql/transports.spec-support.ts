import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  Args,
  ArgsType,
  Field,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Subscription,
} from '@nestjs/graphql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type ClientOptions, WebSocket } from 'ws';
import type { DecimalString } from '../common/decimal.js';
import { ConfigModule } from '../config/config.module.js';
import { type Config, loadConfig } from '../config/config.js';
import { type Connection, toConnection } from './connection/connection.js';
import { createConnectionType } from './connection/connection-type.js';
import type { SortKey } from './connection/cursor.js';
import { PageArguments } from './connection/page.arguments.js';
import { toPageRequest } from './connection/page-request.js';
import { GraphqlModule } from './graphql.module.js';
import { configureHttp } from './http/configure-http.js';
import { LimitedExpressAdapter } from './http/http-adapter.js';
import { type Caller, CallerAuthenticator } from './request-context.js';
import { DecimalScalar } from './scalars/decimal.scalar.js';
import type { SubscriptionsOptions } from './subscriptions/subscriptions.options.js';
import { SubscriptionsServer } from './subscriptions/subscriptions.server.js';

export const KEY = 'Bearer good-key';
export const SECRET = 'secret-4111111111111111';

/** The API keys of the toy application, as the access module would keep them. */
@Injectable()
export class ToyKeys extends CallerAuthenticator {
  caller: Caller | null = { keyId: 'k1', name: 'toy', scopes: new Set(['read']), expiresAt: null };

  authenticate(authorization: string | undefined): Promise<Caller | null> {
    return Promise.resolve(authorization === KEY ? this.caller : null);
  }
}

@Module({
  providers: [ToyKeys, { provide: CallerAuthenticator, useExisting: ToyKeys }],
  exports: [CallerAuthenticator, ToyKeys],
})
class ToyAccessModule {}

@ObjectType({ description: 'A thing.' })
class Toy {
  @Field(() => ID)
  id: string;

  @Field(() => DecimalScalar, { nullable: true })
  amount?: DecimalString;

  @Field(() => Toy, { nullable: true })
  parent?: Toy;
}

@InputType()
class CreateToyInput {
  @Field(() => DecimalScalar)
  amount: DecimalString;

  @Field(() => [DecimalScalar], { nullable: true })
  parts?: DecimalString[];

  @Field(() => CreateToyInput, { nullable: true })
  inner?: CreateToyInput;
}

@ArgsType()
class ToysArguments extends PageArguments {
  @Field(() => String, { nullable: true })
  name?: string;
}

const ToyConnection = createConnectionType(Toy, 'Toy');
const BY_ID: SortKey = { name: 'ID', kind: 'text' };
const toyIds = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

@Resolver()
class ToyResolver {
  static counted = 0;

  @Query(() => Toy, { nullable: true })
  toy(
    @Args('id', { type: () => ID }) id: string,
    @Args('amount', { type: () => DecimalScalar, nullable: true }) amount?: DecimalString,
  ): Toy {
    return Object.assign(new Toy(), { id, amount });
  }

  @Query(() => Int)
  number(@Args('of', { type: () => Int, nullable: true }) of?: number): number {
    return of ?? 1;
  }

  @Query(() => ToyConnection)
  toys(@Args() args: ToysArguments): Connection<Toy> {
    const page = toPageRequest(args, BY_ID);
    const start = page.cursor === null ? 0 : toyIds.indexOf(page.cursor.id) + 1;
    return toConnection({
      page,
      sort: BY_ID,
      rows: toyIds.slice(start, start + page.limit + 1),
      positionOf: (id) => ({ value: id, id }),
      toNode: (id) => Object.assign(new Toy(), { id }),
      countAll: () => Promise.resolve((ToyResolver.counted += 1)),
    });
  }

  @Query(() => Int, { nullable: true })
  boom(): number {
    throw Object.assign(new Error(`duplicate key ${SECRET}`), { code: '23505', constraint: 'uq_toys' });
  }

  @Mutation(() => Toy)
  createToy(@Args('input') { amount }: CreateToyInput): Toy {
    return Object.assign(new Toy(), { id: '1', amount });
  }

  @Subscription(() => Int, { resolve: (value: number) => value })
  async *ticks(
    @Args('amount', { type: () => DecimalScalar, nullable: true }) _amount?: DecimalString,
  ): AsyncGenerator<number> {
    yield 1;
    await new Promise(() => undefined);
  }

  @Subscription(() => String, { resolve: (value: string) => value })
  async *flood(): AsyncGenerator<string> {
    for (;;) yield await Promise.resolve('x'.repeat(256 * 1024));
  }

  @Subscription(() => Int, {
    nullable: true,
    resolve: () => {
      throw new Error(SECRET);
    },
  })
  async *booms(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
  }
}

const ENVIRONMENT = {
  PUBLIC_URL: 'https://purser.example.com',
  DATABASE_URL: 'postgres://purser@localhost/purser',
  ENCRYPTION_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64'),
  BOOTSTRAP_API_KEY: 'b'.repeat(32),
  PROVIDER_BASE_URL: 'https://api.provider.example',
  PROVIDER_API_TOKEN: 't'.repeat(32),
  ORDER_WEBHOOK_PATH_SECRET: 'w'.repeat(32),
  ALLOWED_ORIGINS: 'https://dashboard.example.com',
};

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface GraphqlAnswer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string; readonly field?: string[]; readonly errorId?: string };
  }[];
}

/** A running application with one toy resolver behind the real module, and a client for each transport. */
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
    const app = await NestFactory.create<NestExpressApplication>(
      toyModule(config, subscriptions),
      new LimitedExpressAdapter(),
      { bodyParser: false, logger: false },
    );
    app.useLogger({ log: () => undefined, warn: () => undefined, error: (fault: never) => faults.push(fault) });
    configureHttp(app, config);
    await app.listen(0, '127.0.0.1');
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
    headers?: Record<string, string>;
    body?: string | Buffer;
  }): Promise<Answer> {
    const defaults = { authorization: KEY, 'content-type': 'application/json', connection: 'close' };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port: this.port, method, path, headers: { ...defaults, ...headers } },
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

  socket(options: ClientOptions & { path?: string; protocol?: string | string[] } = {}): ToySocket {
    const { path = '/graphql', protocol = 'graphql-transport-ws', ...rest } = options;
    const socket = new ToySocket(new WebSocket(`ws://127.0.0.1:${this.port}${path}`, protocol, rest));
    this.sockets.push(socket);
    return socket;
  }

  /** A socket that was let in. */
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

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** The client's end of a socket: what came in, in order, and how it ended. */
export class ToySocket {
  /** The close code, or the HTTP status of a refused upgrade. */
  readonly ended: Promise<number>;
  private readonly inbox: Message[] = [];
  private wake: () => void = () => undefined;

  constructor(readonly raw: WebSocket) {
    raw.on('message', (data: Buffer) => {
      this.inbox.push(JSON.parse(data.toString()) as Message);
      this.wake();
    });
    this.ended = new Promise((resolve) => {
      raw.on('close', resolve);
      raw.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        raw.terminate();
      });
      raw.on('error', () => undefined);
    });
  }

  async opened(): Promise<void> {
    if (this.raw.readyState === WebSocket.OPEN) return;
    await new Promise((resolve) => this.raw.once('open', resolve));
  }

  async next(): Promise<Message> {
    for (;;) {
      const message = this.inbox.shift();
      if (message) return message;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  write(message: unknown): void {
    this.raw.send(JSON.stringify(message));
  }

  async init(authorization: string = KEY): Promise<Message> {
    await this.opened();
    this.write({ type: 'connection_init', payload: { Authorization: authorization } });
    return this.next();
  }

  subscribe(id: string, query: string, variables?: unknown): void {
    this.write({ id, type: 'subscribe', payload: { query, variables } });
  }

  /** The errors that a document is refused with. */
  async refusal(query: string, variables?: unknown): Promise<NonNullable<GraphqlAnswer['errors']>> {
    this.subscribe('refused', query, variables);
    const { type, payload } = await this.next();
    return type === 'error' ? (payload as NonNullable<GraphqlAnswer['errors']>) : [];
  }
}

function toyModule(config: Config, subscriptions: Partial<SubscriptionsOptions>): DynamicModule {
  @Module({
    imports: [ConfigModule.with(config), GraphqlModule.register({ imports: [ToyAccessModule], subscriptions })],
    providers: [ToyResolver],
  })
  class ToyModule {}
  return { module: ToyModule };
}
