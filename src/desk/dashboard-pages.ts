import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import sirv from 'sirv';
import { isLoopbackHost } from '../common/network.js';

const DASHBOARD_PATH = '/dashboard';

// Everything that a person opens; the scripts of a page ask for its session.
const IS_PAGE = /^\/dashboard(?!\/session)(?=[/?]|$)/;

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
 *
 * @param folder where the build left the pages
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
 * Where a browser that opened a page should be instead; null where it is right. On a developer's machine `localhost` and
 * `127.0.0.1` are two origins, and only the own one may use a session. Other names are left alone: a proxy may have
 * rewritten them.
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
