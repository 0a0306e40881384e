import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import sirv from 'sirv';

const DASHBOARD_PATH = '/dashboard';

// Beside the bundle, as the build leaves them.
const PAGES = fileURLToPath(new URL('dashboard', import.meta.url));

/**
 * Nothing but the files of this origin, and no code made of text: neither a script that got into a page nor a style can
 * send anything away.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

// Files that are named by a hash of what is in them never change.
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Serves the pages of the dashboard, compressed when they were built. Any address below `/dashboard` that is no file is
 * one of its pages; the sign-in is not. Call it after `configureHttp`, whose headers it makes stricter.
 */
export function serveDashboard(app: NestExpressApplication): void {
  const ignores = [/^\/(session|oidc)(\/|$)/, /^\/assets\//];
  const pages = sirv(PAGES, { single: true, ignores, etag: true, gzip: true, brotli: true, setHeaders });
  app.use(DASHBOARD_PATH, (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (request.method === 'GET' || request.method === 'HEAD') pages(request, response, next);
    else next();
  });
}

function setHeaders(response: ServerResponse, path: string): void {
  response.setHeader('content-security-policy', POLICY);
  response.setHeader('cache-control', path.startsWith('/assets/') ? FOR_EVER : 'no-cache');
}
