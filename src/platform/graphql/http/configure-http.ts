import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import type { Config } from '../../config/config.js';
import { ownPages, SESSION_PATH } from './own-page.js';
import { readJsonBody } from './read-body.js';
import { refuseRequest } from './refuse-request.js';

/**
 * Configures what Express serves: the sign-in, pages, health and metrics. Create the application with `bodyParser:
 * false`, and call this before it is initialised.
 */
export function configureHttp(app: NestExpressApplication, { http }: Config): void {
  app.disable('x-powered-by');
  // No client of a POST uses the hash of its response.
  app.disable('etag');
  app.use(SESSION_PATH, readSignIn(http.ownOrigin));
}

/** Admits requests about a session only from pages of this origin, and reads their JSON. */
function readSignIn(ownOrigin: string): RequestHandler {
  const isAdmitted = ownPages(ownOrigin, 'everything');
  return async (request, response, next) => {
    response.setHeader('x-request-id', randomUUID());
    if (!isAdmitted(request)) {
      refuseRequest(response, 403);
      return;
    }
    const body = await readJsonBody(request);
    if (body.kind === 'refused') refuseRequest(response, body.status);
    if (body.kind !== 'json') return;
    request.body = body.value;
    next();
  };
}
