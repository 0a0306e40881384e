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

/** Where GraphQL is served, on both transports. */
export const GRAPHQL_PATH = '/graphql';

// A document at its token limit is under 20 kB as people write it; the rest is room for variables.
const MAX_BODY_BYTES = 128 * 1024;

// A browser may remember the answer to a preflight this long, in seconds.
const PREFLIGHT_MAX_AGE = 600;

// Express calls `verify` with the raw body before parsing it. Nest reserves it for `rawBody: true`, which is not used.
const JSON_BODY = {
  limit: MAX_BODY_BYTES,
  // A compressed body is refused rather than inflated: nobody needs it at this size, and it is how bombs come.
  inflate: false,
  type: isJsonToRead,
  verify: refuseDeepJson,
};

/**
 * Sets up what every HTTP route has around it: security headers, CORS for the allowed origins, and the parsing of JSON
 * bodies for GraphQL and the sign-in alone, so that a webhook can read its own body byte by byte. Create the application with
 * `bodyParser: false` and call this before it is initialised.
 */
export function configureHttp(app: NestExpressApplication, config: Config): void {
  const { http, observability } = config;
  app.disable('x-powered-by');
  // A hash over each answer that no client of a POST ever asks about.
  app.disable('etag');
  app.use(helmet());
  app.use(keepOutOfCaches);
  app.use([GRAPHQL_PATH, SESSION_PATH], nameRequest);
  app.use(warnOfIgnoredForwarding(http.trustedProxies));
  // Without credentials, whatever the origin: cookies are for the own one alone.
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

/** Names requests that end before they have a context, which names the others. */
const nameRequest: RequestHandler = (_request, response, next) => {
  response.setHeader('x-request-id', randomUUID());
  next();
};

/** Answers hold new secrets and what was revealed: neither a proxy nor a browser may keep one. */
const keepOutOfCaches: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};

// Anybody else who reads the body, a filter in front or the count of its depth, reads it as UTF-8.
const UTF8_JSON = /^application\/json *(; *charset="?utf-8"? *)?$/i;

/**
 * Lets nothing through that two readers could read differently: a document in the address, of which Apollo and its
 * checks might each take another, and JSON in a character set in which its bytes mean something else.
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
  // Express serves `/GraphQL/` as well; there the body stays unread and the request is refused as empty.
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

/** Answers what the body parser refused. Its own messages quote the body, so only the status is taken from them. */
const answerBodyErrors: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
  if (status in MESSAGES) refuse(response, status);
  else next(error);
};

function refuse(response: Response, status: number): void {
  response.status(status).json({ errors: [{ message: MESSAGES[status], extensions: { code: 'BAD_REQUEST' } }] });
}
