import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import cors from 'cors';
import helmet from 'helmet';
import type { Config } from '../../config/config.js';
import { warnOfIgnoredForwarding } from './forwarded-for.js';

/** A route served directly on Node's HTTP server, because Express would cost more than handling the request. */
export interface DirectRoute {
  /** Null for all methods except OPTIONS. */
  readonly method: 'POST' | null;
  /** Matches the path without the query string. A capture group becomes the route's parameter. */
  readonly path: RegExp;
  /**
   * Handles a request. If it throws, that is a bug in Purser, and the answer is a 500.
   * @param parameter null if the path has none
   */
  handle(request: IncomingMessage, response: ServerResponse, parameter: string | null): Promise<void>;
}

// Number of seconds for which browsers may cache the answer to a preflight request.
const PREFLIGHT_MAX_AGE = 600;

/**
 * Receives every request: answers preflight requests, sets the headers that all responses have in common, and passes
 * the request to a direct route or to Express.
 */
export class FrontDoor {
  readonly #logger = new Logger('Http');
  readonly #routes: DirectRoute[] = [];
  readonly #allowedOrigins: ReadonlySet<string>;
  readonly #headers = new Map<string | undefined, Map<string, string>>();
  readonly #harden = helmet();
  readonly #allowOrigins: ReturnType<typeof cors>;
  readonly #noteForwarding: (request: IncomingMessage) => void;

  constructor(
    { allowedOrigins, trustedProxies }: Config['http'],
    private readonly express: RequestListener,
  ) {
    this.#allowedOrigins = new Set(allowedOrigins);
    // CORS without credentials for all origins, because only our own origin uses cookies.
    this.#allowOrigins = cors({
      origin: [...allowedOrigins],
      methods: ['POST'],
      allowedHeaders: ['authorization', 'content-type'],
      exposedHeaders: ['x-request-id', 'retry-after'],
      maxAge: PREFLIGHT_MAX_AGE,
    });
    this.#noteForwarding = warnOfIgnoredForwarding(trustedProxies);
  }

  serveDirectly(route: DirectRoute): void {
    this.#routes.push(route);
  }

  readonly receive: RequestListener = (request, response) => {
    this.#noteForwarding(request);
    if (request.method === 'OPTIONS') {
      this.runMiddleware(request, response);
      return;
    }
    response.setHeaders(this.headersFor(request));
    const [path = ''] = (request.url ?? '').split('?', 1);
    for (const route of this.#routes) {
      const found = route.method === null || route.method === request.method ? route.path.exec(path) : null;
      if (!found) continue;
      this.run(route.handle(request, response, decoded(found[1])), response);
      return;
    }
    this.express(request, response);
  };

  private run(handling: Promise<void>, response: ServerResponse): void {
    handling.catch((error: unknown) => {
      this.#logger.error({ event: 'request_failed', err: error });
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  }

  /** The CORS middleware depends only on the origin, so its headers are computed once for each allowed origin. */
  private headersFor(request: IncomingMessage): Map<string, string> {
    const { origin } = request.headers;
    const known = origin !== undefined && this.#allowedOrigins.has(origin) ? origin : undefined;
    const cached = this.#headers.get(known);
    if (cached) return cached;
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    this.runMiddleware(request, response);
    const headers = new Map(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
    this.#headers.set(known, headers);
    return headers;
  }

  private runMiddleware(request: IncomingMessage, response: ServerResponse): void {
    // Responses may contain new secrets and personal data, so no proxy or browser may store them.
    response.setHeader('cache-control', 'no-store');
    const done = (): void => undefined;
    this.#harden(request, response, done);
    this.#allowOrigins(request, response, done);
  }
}

function decoded(parameter: string | undefined): string | null {
  if (parameter === undefined) return null;
  try {
    return decodeURIComponent(parameter);
  } catch {
    return parameter;
  }
}
