import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { isJsonTooDeep } from '../../../common/text/json-depth.js';
import type { Config } from '../../config/config.js';
import { warnOfIgnoredForwarding } from './forwarded-for.js';
import { admitOwnPages, SESSION_PATH } from './own-page.js';
import { spanRequests } from './request-spans.js';

export const GRAPHQL_PATH = '/graphql';

// A document at its token limit is under 20 kB as people write it; the rest is for variables.
const MAX_BODY_BYTES = 128 * 1024;

// Seconds for which browsers may cache a preflight.
const PREFLIGHT_MAX_AGE = 600;

// Express calls `verify` with the raw body before parsing. Nest reserves it for `rawBody: true`, which is not used.
const JSON_BODY = {
  limit: MAX_BODY_BYTES,
  // Compressed bodies are refused: none is needed at this size, and they may be bombs.
  inflate: false,
  type: isJsonToRead,
  verify: refuseDeepJson,
};

/**
 * Configures every HTTP route: security headers, CORS, and JSON parsing only for GraphQL and the sign-in, so that
 * webhooks can read their raw bodies. Create the application with `bodyParser: false`, and call this before it is
 * initialised.
 */
export function configureHttp(app: NestExpressApplication, config: Config): void {
  const { http, observability } = config;
  app.disable('x-powered-by');
  // No client of a POST uses the hash of its response.
  app.disable('etag');
  app.use(helmet());
  app.use(keepOutOfCaches);
  app.use([GRAPHQL_PATH, SESSION_PATH], nameRequest);
  app.use(warnOfIgnoredForwarding(http.trustedProxies));
  // Without credentials for any origin: cookies are only for our own.
  app.enableCors({
    origin: [...http.allowedOrigins],
    methods: ['POST'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: PREFLIGHT_MAX_AGE,
  });
  app.use(SESSION_PATH, admitOwnPages(http.ownOrigin, 'everything'));
  app.use(GRAPHQL_PATH, admitOwnPages(http.ownOrigin, 'cookies'), admitOneReading);
  if (observability.tracing !== null) app.use(GRAPHQL_PATH, spanRequests(config));
  app.useBodyParser('json', JSON_BODY);
  app.use(answerBodyErrors);
}

/** Gives an id to requests that end before they have a context, which does it for the others. */
const nameRequest: RequestHandler = (_request, response, next) => {
  response.setHeader('x-request-id', randomUUID());
  next();
};

/** Responses contain new secrets and revealed data, so no proxy or browser may store them. */
const keepOutOfCaches: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};

// Any other reader of the body, such as a proxy's filter, assumes UTF-8.
const UTF8_JSON = /^application\/json *(; *charset="?utf-8"? *)?$/i;

/**
 * Rejects ambiguous requests: a document in the query string, which Apollo and our checks might read differently, and
 * JSON in another charset.
 */
const admitOneReading: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' && request.method !== 'OPTIONS') {
    response.setHeader('allow', 'POST');
    refuse(response, 405);
  } else if (isJson(request) && !UTF8_JSON.test(request.headers['content-type'] ?? '')) {
    refuse(response, 415);
  } else {
    next();
  }
};

function isJson(request: IncomingMessage): boolean {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() === 'application/json';
}

function isJsonToRead(request: IncomingMessage & { readonly originalUrl?: string }): boolean {
  const path = (request.originalUrl ?? request.url ?? '').split('?')[0];
  // Express serves `/GraphQL/` too; there the body stays unread, and the request is refused as empty.
  return (path === GRAPHQL_PATH || path === SESSION_PATH) && isJson(request);
}

function refuseDeepJson(_request: IncomingMessage, _response: unknown, body: Buffer): void {
  if (isJsonTooDeep(body)) throw Object.assign(new Error('nested too deeply'), { status: 400 });
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The body is not JSON, or is nested too deeply.',
  405: 'GraphQL is asked with POST.',
  413: `The body is larger than ${MAX_BODY_BYTES} bytes.`,
  415: 'The body must be JSON in UTF-8, and not be compressed.',
};

/** Answers body parser errors. Uses only the status, because the parser's messages quote the body. */
const answerBodyErrors: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
  if (status in MESSAGES) refuse(response, status);
  else next(error);
};

function refuse(response: Response, status: number): void {
  response.status(status).json({ errors: [{ message: MESSAGES[status], extensions: { code: 'BAD_REQUEST' } }] });
}
