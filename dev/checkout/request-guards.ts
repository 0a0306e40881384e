import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/** A card with the longest name takes 300 bytes. */
const BODY_LIMIT = '4kb';

/**
 * Loads nothing from other origins, turns no text into script, and blocks native form submission, which would put a
 * card into a URL or an unread body.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

export const sendSafetyHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'Content-Security-Policy': CONTENT_POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  next();
};

/** Checks that a request that changes something is short JSON from the shop's own page. */
export const fromOwnPage: readonly RequestHandler[] = [requireOwnOrigin, requireJson, readJson()];

function requireOwnOrigin(request: Request, response: Response, next: NextFunction): void {
  // Browsers send the origin with every POST, and no page can forge it.
  if (request.get('origin') === `http://${request.get('host') ?? ''}`) next();
  else response.sendStatus(403);
}

function requireJson(request: Request, response: Response, next: NextFunction): void {
  if (request.is('application/json') === 'application/json') next();
  else response.sendStatus(415);
}

function readJson(): RequestHandler {
  const read = express.json({ limit: BODY_LIMIT, inflate: false });
  return (request, response, next) => {
    read(request, response, (failure?: unknown) => {
      if (failure === undefined) next();
      // The parser's error quotes the body, which may be a card.
      else response.sendStatus(isTooLarge(failure) ? 413 : 400);
    });
  };
}

function isTooLarge(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && 'status' in failure && failure.status === 413;
}
