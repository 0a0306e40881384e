import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import type { Config } from '../../config/config.js';
import { ownPages, SESSION_PATH } from './own-page.js';
import { readJsonBody } from './read-body.js';
import { refuseRequest } from './refuse-request.js';

/**
 * Configures what Express serves: the sign-in, the pages, health and metrics. Create the application with `bodyParser:
 * false`, and call this before initialising it.
 */
export function configureHttp(app: NestExpressApplication, { http }: Config): void {
  app.disable('x-powered-by');
  // No client uses the ETag of the response to a POST.
  app.disable('etag');
  app.use(SESSION_PATH, readSignIn(http.ownOrigin));
}

/** Accepts requests about sessions only from pages of this origin, and parses their JSON. */
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
