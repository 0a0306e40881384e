import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { isLoopbackHost } from '../../../common/network.js';

/** Where people sign in to the dashboard and out of it. */
export const SESSION_PATH = '/dashboard/session';

/** A cookie of the dashboard. */
export interface DashboardCookie {
  readonly name: string;
  /** No script reads the cookie and no other site sends it. Without an age: a browser that is closed forgets it. */
  readonly options: {
    readonly path: '/';
    readonly secure: boolean;
    readonly httpOnly: true;
    readonly sameSite: 'strict';
  };
}

/**
 * A cookie as browsers keep it for the own origin. Over TLS its prefix has them take it from the host itself alone. Over
 * plain http on a developer's own machine there is no prefix and no `Secure`: WebKit would drop the cookie.
 */
export function dashboardCookie(ownOrigin: string, purpose: 'session' | 'oidc'): DashboardCookie {
  const { protocol, hostname } = new URL(ownOrigin);
  const secure = !(protocol === 'http:' && isLoopbackHost(hostname));
  const name = purpose === 'session' ? 'purser' : 'purser-oidc';
  return {
    name: secure ? `__Host-${name}` : `${name}-local`,
    options: { path: '/', secure, httpOnly: true, sameSite: 'strict' },
  };
}

/** The secret of a session that comes with a request. */
export function sessionSecretOf(request: IncomingMessage, ownOrigin: string): string | undefined {
  return cookieOf(request, dashboardCookie(ownOrigin, 'session').name);
}

/** The cookie of this name. Of two, one was planted: they count as none. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const [found, ...others] = cookies.filter((cookie) => cookie.startsWith(`${name}=`));
  return others.length === 0 ? found?.slice(name.length + 1) : undefined;
}

const JSON_TYPE = /^application\/json *(;|$)/i;

/**
 * Refuses what carries the cookie, or `everything`, when no page of this origin sent it. Browsers send a cookie by
 * themselves, so another site's page could otherwise act for whoever is signed in. They send no `Authorization` header
 * by themselves: with one, the cookie counts for nothing and nothing more is asked.
 */
export function admitOwnPages(ownOrigin: string, what: 'cookies' | 'everything'): RequestHandler {
  const { name } = dashboardCookie(ownOrigin, 'session');
  return (request, response, next) => {
    const { authorization, cookie = '' } = request.headers;
    const isAsked = what === 'everything' || (authorization === undefined && cookie.includes(`${name}=`));
    // A preflight carries nothing, and is answered by CORS.
    if (!isAsked || request.method === 'OPTIONS' || isFromOwnPage(request, ownOrigin)) {
      next();
      return;
    }
    const message = 'Only a page of this origin may use a session.';
    response.status(403).json({ errors: [{ message, extensions: { code: 'FORBIDDEN' } }] });
  };
}

function isFromOwnPage({ method, headers }: IncomingMessage, ownOrigin: string): boolean {
  // A page that reads from its own origin sends none.
  const isOwnOrigin = headers.origin === ownOrigin || (method === 'GET' && headers.origin === undefined);
  return (
    isOwnOrigin &&
    headers['sec-fetch-site'] === 'same-origin' &&
    // Neither a form nor a link can send these two, and CORS allows the first to nobody.
    headers['x-purser-session'] === '1' &&
    ((method !== 'POST' && method !== 'PUT') || JSON_TYPE.test(headers['content-type'] ?? ''))
  );
}
