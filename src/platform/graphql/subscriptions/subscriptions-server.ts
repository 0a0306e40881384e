import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { Inject, Injectable, Optional, type OnModuleDestroy } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { handleProtocols, type Server as ProtocolServer } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { Config } from '../../config/config.js';
import { ApiReads } from '../../database/api-reads.js';
import { TrustedDocuments } from '../documents/trusted-documents.js';
import { ErrorFormatter } from '../errors/error-formatter.js';
import { buildValidationRules } from '../limits/validation-rules.js';
import { CallerAuthenticator } from '../request-context.js';
import { GuardedSocket } from './guarded-socket.js';
import { createProtocolServer, type SocketSession, TRY_AGAIN_LATER } from './protocol-server.js';
import { SubscriptionIntake } from './subscription-intake.js';
import { SUBSCRIPTIONS_OPTIONS, type SubscriptionsOptions } from './subscriptions-options.js';
import { type Admitted, refuseUpgrade, UpgradeGate } from './upgrade-gate.js';

// The close code for "going away" in RFC 6455.
const GOING_AWAY = 1001;

/**
 * GraphQL subscriptions over WebSocket. Nest's own server would bypass everything that protects HTTP: it accepts frames
 * of 100 MiB and any origin, runs mutations, and validates without our rules.
 */
@Injectable()
export class SubscriptionsServer implements OnModuleDestroy {
  readonly #sockets = new Set<GuardedSocket>();
  readonly #webSockets: WebSocketServer;
  readonly #gate: UpgradeGate;
  #detach = (): void => undefined;

  constructor(
    private readonly config: Config,
    private readonly schemaHost: GraphQLSchemaHost,
    private readonly authenticator: CallerAuthenticator,
    private readonly trustedDocuments: TrustedDocuments,
    private readonly formatter: ErrorFormatter,
    @Inject(SUBSCRIPTIONS_OPTIONS) private readonly options: SubscriptionsOptions,
    // Toy schemas have no database.
    @Optional() @Inject(ApiReads) private readonly reads: ApiReads | null = null,
  ) {
    const { ownOrigin, allowedOrigins, trustedProxies } = config.http;
    const { maxSockets, maxStrangers, maxSocketsPerNetwork } = options;
    const counts = { maxSockets, maxStrangers, maxSocketsPerNetwork };
    this.#gate = new UpgradeGate({ ownOrigin, allowedOrigins, trustedProxies, ...counts });
    this.#webSockets = new WebSocketServer({
      noServer: true,
      maxPayload: options.maxFrameBytes,
      // Compression takes 300 kB per socket, and a small frame may decompress into a large one.
      perMessageDeflate: false,
      handleProtocols,
    });
  }

  /**
   * Handles all upgrade requests to the server, and rejects unknown paths. Call this once, after the application is
   * initialised, because the schema does not exist before.
   */
  attach(http: HttpServer): void {
    const { authenticator, formatter, trustedDocuments, options, reads } = this;
    const { schema } = this.schemaHost;
    const rules = buildValidationRules({ introspection: this.config.graphql.introspection });
    const intake = new SubscriptionIntake({ schema, rules, trustedDocuments });
    const protocol = createProtocolServer({ schema, authenticator, intake, formatter, options, reads });
    const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      this.#upgrade({ request, socket, head, protocol });
    };
    http.on('upgrade', upgrade);
    this.#detach = () => http.off('upgrade', upgrade);
  }

  /** Closes every socket with 1001 before Apollo drains the HTTP server, which would cut them without a reason. */
  async onModuleDestroy(): Promise<void> {
    this.#detach();
    for (const socket of this.#sockets) socket.close(GOING_AWAY, 'Going away');
    await new Promise<void>((resolve) => {
      this.#webSockets.close(() => {
        resolve();
      });
    });
  }

  #upgrade({
    request,
    socket,
    head,
    protocol,
  }: {
    readonly request: IncomingMessage;
    readonly socket: Duplex;
    readonly head: Buffer;
    readonly protocol: ProtocolServer<SocketSession>;
  }): void {
    // Without a listener, a client that resets the connection during the answer would end the process.
    socket.on('error', () => socket.destroy());
    const admission = this.#gate.admit(request);
    if ('refusedWith' in admission) {
      refuseUpgrade(socket, admission.refusedWith);
      return;
    }
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      this.#open({ webSocket, connection: socket }, admission, protocol);
    });
  }

  #open(
    { webSocket, connection }: { readonly webSocket: WebSocket; readonly connection: Duplex },
    { address: clientAddress, sessionSecret, authorization }: Admitted,
    protocol: ProtocolServer<SocketSession>,
  ): void {
    const socket = new GuardedSocket(webSocket, connection, this.options);
    const entry = this.#gate.enter(clientAddress, () => {
      socket.close(TRY_AGAIN_LATER, 'Too many sockets without a key');
    });
    const introduced = { caller: null, watch: null, isClosed: false };
    const session: SocketSession = { socket, clientAddress, sessionSecret, authorization, entry, ...introduced };
    const closed = protocol.opened(socket, session);
    this.#sockets.add(socket);
    webSocket.once('close', (code, reason) => {
      entry.leave();
      this.#sockets.delete(socket);
      // Set here rather than in a hook of the protocol library, whose hooks wait until all event sources have ended,
      // and one might hang.
      session.isClosed = true;
      session.watch?.stop();
      closed(code, reason.toString()).catch((error: unknown) => this.formatter.format(error));
    });
  }
}
