import { randomUUID } from 'node:crypto';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Book } from '../book/book.js';
import { isStillAwaited, sendAnswer } from './answer-sender.js';
import { type Answer, refusalAnswer } from './answer.js';
import { readJsonBody } from './json-body-reader.js';
import type { OpenWork } from './open-work.js';
import { type Call, type Route, UnreadableBody, type Visit } from './route.js';

/** Longer paths are attacks and would fill the request log. */
const PATH_KEPT = 300;

interface ServerParts {
  readonly routes: readonly Route[];
  readonly book: Book;
  readonly work: OpenWork;
  readonly closing: AbortSignal;
}

/** Serves the routes. Books their requests on arrival and before each answer. */
export function serveRoutes(parts: ServerParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requireLocalName);
  app.use(refuseOtherPages);
  for (const route of parts.routes) {
    const endpoint = `${route.method.toUpperCase()} ${route.path}`;
    app[route.method](route.path.replaceAll(/\{(\w+)\}/g, ':$1'), handler({ parts, route, endpoint }));
  }
  app.use(handler({ parts, route: nothingHere, endpoint: 'unmatched' }));
  app.use(reportFailure);
  return app;
}

/** DNS rebinding: another site can point its own name at 127.0.0.1, read the book and drive the control API. */
function requireLocalName(request: Request, response: Response, next: NextFunction): void {
  if (['localhost', '127.0.0.1'].includes(request.hostname)) next();
  else response.status(403).json({ message: 'The sandbox answers on localhost and 127.0.0.1 only.', field: null });
}

/** CSRF: another site could send a form or a `no-cors` request here, move money and reset books. */
function refuseOtherPages(request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'GET' || request.method === 'HEAD' || isOfOwnPage(request)) next();
  else response.status(403).json({ message: 'Only a page of the sandbox itself may do this.', field: null });
}

/**
 * Programs send neither header. The sandbox's own pages hide their address, so a browser may send the origin `null`.
 */
function isOfOwnPage({ headers }: Request): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === `http://${host}`;
}

const nothingHere: Pick<Route, 'booked' | 'respond'> = {
  booked: true,
  respond: () => refusalAnswer({ status: 404, message: 'There is nothing here.' }),
};

function handler({
  parts,
  route,
  endpoint,
}: {
  parts: ServerParts;
  route: Pick<Route, 'booked' | 'respond'>;
  endpoint: string;
}) {
  return async (request: Request, response: Response): Promise<void> => {
    const exchange = handle({ parts, route, endpoint, request, response });
    parts.work.add(exchange.catch(() => undefined));
    return exchange;
  };
}

async function handle({
  parts: { book, closing },
  route,
  endpoint,
  request,
  response,
}: {
  parts: ServerParts;
  route: Pick<Route, 'booked' | 'respond'>;
  endpoint: string;
  request: Request;
  response: Response;
}): Promise<void> {
  const id = randomUUID();
  const now = () => new Date().toISOString();
  const receivedAt = now();
  const visit: Visit = { merchantId: null, fault: null };
  if (route.booked) {
    const path = request.path.slice(0, PATH_KEPT);
    await book.write({ type: 'request.received', id, at: receivedAt, method: request.method, path, endpoint });
  }
  const answer = await respond({ route, call: callOf({ request, response, visit, receivedAt }) });
  const awaited = await isStillAwaited({ answer, response, closing });
  if (route.booked) {
    const status = awaited && answer.kind === 'http' ? answer.status : null;
    await book.write({ type: 'request.answered', id, at: now(), ...visit, status });
  }
  if (awaited) await sendAnswer({ answer, response });
}

async function respond({ route, call }: { route: Pick<Route, 'respond'>; call: Call }): Promise<Answer> {
  try {
    return await route.respond(call);
  } catch (error) {
    if (error instanceof UnreadableBody) return refusalAnswer({ status: error.status, message: error.message });
    throw error;
  }
}

function callOf({
  request,
  response,
  ...seen
}: {
  request: Request;
  response: Response;
  visit: Visit;
  receivedAt: string;
}): Call {
  const readBody = () => readJsonBody({ request, response });
  return {
    ...seen,
    param: (name) => {
      const value = request.params[name];
      return typeof value === 'string' ? value : '';
    },
    query: (name) => {
      const value = request.query[name];
      return typeof value === 'string' ? value : undefined;
    },
    header: (name) => request.get(name),
    readJson: async () => (await readBody()).value,
    readJsonBody: readBody,
  };
}

/**
 * Reports failures of the sandbox itself, such as a full disk. Express recognises an error handler by its four
 * parameters.
 */
function reportFailure(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  console.error(error);
  response.status(500).json({ message: 'The sandbox itself failed; its log says why.', field: null });
}
