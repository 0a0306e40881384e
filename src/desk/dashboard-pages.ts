import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import sirv from 'sirv';
import { isLoopbackHost } from '../common/network.js';

const DASHBOARD_PATH = '/dashboard';

// Every URL that a person opens. `/dashboard/session` is excluded, because only the pages' scripts request it.
const IS_PAGE = /^\/dashboard(?!\/session)(?=[/?]|$)/;

/**
 * Allows only files from this origin, and no inline code, so that an injected script or style cannot send data
 * elsewhere.
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

// Files that are named after their hash never change.
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Serves the dashboard's pages, which the build has already compressed. Any path below `/dashboard` that is not a file
 * is a page, except for the sign-in. Call this after `configureHttp`, because it tightens the headers set there.
 * @param folder output folder of the build
 */
export function serveDashboard(app: NestExpressApplication, folder: string, ownOrigin: string): void {
  app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const elsewhere = redirectOf(request, ownOrigin);
    if (elsewhere === null) next();
    else response.writeHead(302, { location: elsewhere }).end();
  });
  const ignores = [/^\/(session|oidc)(\/|$)/, /^\/assets\//];
  const pages = sirv(folder, { single: true, ignores, etag: true, gzip: true, brotli: true, setHeaders });
  app.use(DASHBOARD_PATH, (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (request.method === 'GET' || request.method === 'HEAD') pages(request, response, next);
    else next();
  });
}

/**
 * Returns where to redirect a browser that opened a page; null if the URL is right. On a developer's machine
 * `localhost` and `127.0.0.1` are different origins, and only the configured one may use a session. Other host names
 * are left alone, because a proxy may have rewritten them.
 */
export function redirectOf({ method, url = '/', headers }: IncomingMessage, ownOrigin: string): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const path = url === '/' ? DASHBOARD_PATH : url;
  if (!IS_PAGE.test(path)) return null;
  const own = new URL(ownOrigin);
  const asked = URL.canParse(`http://${headers.host}`) ? new URL(`http://${headers.host}`) : own;
  const isOtherName = own.protocol === 'http:' && asked.port === own.port && asked.hostname !== own.hostname;
  const isLocal = isLoopbackHost(own.hostname) && isLoopbackHost(asked.hostname);
  if (isOtherName && isLocal) return `${own.origin}${path}`;
  return path === url ? null : path;
}

function setHeaders(response: ServerResponse, path: string): void {
  response.setHeader('content-security-policy', POLICY);
  response.setHeader('cache-control', path.startsWith('/assets/') ? FOR_EVER : 'no-cache');
}
