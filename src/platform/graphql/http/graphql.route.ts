import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApolloServer, HeaderMap } from '@apollo/server';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Config } from '../../config/config.js';
import { TrustedDocuments } from '../documents/trusted-documents.js';
import { Execution } from '../execution/execution.js';
import { KnownOperations, type OperationSource } from '../execution/known-operations.js';
import { CallerAuthenticator, type GraphqlContext } from '../request-context.js';
import type { DirectRoute } from './front-door.js';
import { type CreateHttpContext, createHttpContext } from './http-context.js';
import { ownPages } from './own-page.js';
import { readJsonBody } from './read-body.js';
import { refuseRequest, sendJson } from './refuse-request.js';
import { RequestSpans } from './request-spans.js';

export const GRAPHQL_PATH = '/graphql';

// Clients use only a handful of `Accept` headers.
const MAX_ACCEPTS = 50;

/** A request in a form that does not need Apollo. */
interface PlainRequest extends OperationSource {
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * GraphQL over HTTP. The first request with a document goes through Apollo, which validates the document, and so does
 * every request in an unusual form. Known operations are executed without Apollo.
 */
@Injectable()
export class GraphqlRoute implements DirectRoute {
  readonly method = null;
  readonly path = /^\/graphql$/;
  #apollo: ApolloServer | null = null;
  readonly #isAdmitted: (request: IncomingMessage) => boolean;
  readonly #createContext: CreateHttpContext;
  readonly #spans: RequestSpans;
  /** The content type that Apollo chose for each `Accept` header. */
  readonly #contentTypes = new LRUCache<string, string>({ max: MAX_ACCEPTS });

  constructor(
    config: Config,
    authenticator: CallerAuthenticator,
    trustedDocuments: TrustedDocuments,
    private readonly operations: KnownOperations,
    private readonly execution: Execution,
  ) {
    const { ownOrigin, trustedProxies } = config.http;
    this.#isAdmitted = ownPages(ownOrigin, 'cookies');
    this.#createContext = createHttpContext({ authenticator, trustedDocuments, trustedProxies, ownOrigin });
    this.#spans = new RequestSpans(config);
  }

  /** Sets the Apollo server. The driver calls this once it has started it. */
  open(apollo: ApolloServer): void {
    this.#apollo = apollo;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    response.setHeader('x-request-id', requestId);
    if (!this.#isAdmitted(request)) refuseRequest(response, 403);
    else if (request.method !== 'POST') refuseRequest(response.setHeader('allow', 'POST'), 405);
    else await this.#spans.run(request, response, () => this.answer(request, response, requestId));
  }

  private async answer(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const body = await readJsonBody(request);
    if (body.kind === 'refused') refuseRequest(response, body.status);
    if (body.kind !== 'json') return;
    const createContext = (): Promise<GraphqlContext> =>
      this.#createContext(request, response, { requestId, body: body.value });
    const plain = plainRequestOf(body.value);
    const known = plain && this.operations.find(plain);
    const contentType = known && this.#contentTypes.get(request.headers.accept ?? '');
    if (!contentType) {
      await this.answerByApollo(request, response, { body: body.value, createContext });
      return;
    }
    const creation = createContext();
    const context = await creation.catch(() => null);
    if (!context) {
      await this.answerByApollo(request, response, { body: body.value, createContext: () => creation });
      return;
    }
    const { variables } = plain;
    const { status, retryAfterSeconds, text } = await this.execution.execute(known, { variables, context });
    if (retryAfterSeconds !== null) response.setHeader('retry-after', retryAfterSeconds);
    sendJson(response, status, text, contentType);
  }

  private async answerByApollo(
    request: IncomingMessage,
    response: ServerResponse,
    { body, createContext }: { readonly body: unknown; readonly createContext: () => Promise<GraphqlContext> },
  ): Promise<void> {
    if (!this.#apollo) throw new Error('Apollo has not started.');
    const httpGraphQLRequest = { method: 'POST', headers: headersOf(request), search: '', body: body ?? {} };
    const answer = await this.#apollo.executeHTTPGraphQLRequest({ httpGraphQLRequest, context: createContext });
    if (answer.body.kind !== 'complete') throw new Error('No operation is answered in parts.');
    const contentType = answer.headers.get('content-type');
    response.setHeaders(answer.headers);
    if (answer.status === 200 && contentType) this.#contentTypes.set(request.headers.accept ?? '', contentType);
    sendJson(response, answer.status ?? 200, answer.body.string, contentType);
  }
}

/** Returns null for a body that Apollo must handle, and perhaps reject. */
function plainRequestOf(body: unknown): PlainRequest | null {
  if (!isRecord(body)) return null;
  const { query: source, operationName, variables, extensions } = body;
  if (typeof source !== 'string' || !isRecord(extensions ?? {}) || !isRecord(variables ?? {})) return null;
  if (isRecord(extensions) && 'persistedQuery' in extensions) return null;
  const name = operationName ?? undefined;
  // An empty operation name means that no operation is named.
  if (name === '' || (name !== undefined && typeof name !== 'string')) return null;
  return { source, operationName: name, variables: isRecord(variables) ? variables : {} };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function headersOf({ headers }: IncomingMessage): HeaderMap {
  const given = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) given.set(name, String(value));
  return given;
}
