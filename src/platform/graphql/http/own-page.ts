import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../../common/network.js';

export const SESSION_PATH = '/dashboard/session';

export interface DashboardCookie {
  readonly name: string;
  /** The cookie is hidden from scripts and other sites. It has no maximum age, so it ends with the browser session. */
  readonly options: {
    readonly path: '/';
    readonly secure: boolean;
    readonly httpOnly: true;
    readonly sameSite: 'strict';
  };
}

/**
 * Builds a cookie for our own origin. Over TLS its `__Host-` prefix binds it to this host. Over plain http on a
 * developer's machine it has neither the prefix nor `Secure`, because WebKit would drop it.
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

export function sessionSecretOf(request: IncomingMessage, ownOrigin: string): string | undefined {
  return cookieOf(request, dashboardCookie(ownOrigin, 'session').name);
}

/** Returns the cookie with this name. If there are two, an attacker may have planted one, so both are ignored. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const [found, ...others] = cookies.filter((cookie) => cookie.startsWith(`${name}=`));
  return others.length === 0 ? found?.slice(name.length + 1) : undefined;
}

const JSON_TYPE = /^application\/json *(;|$)/i;

/**
 * Whether a page from this origin sent the request; with `cookies`, requests without a cookie pass as well. Browsers
 * attach cookies automatically, so a page of another site could otherwise act for a signed-in person. They do not
 * attach `Authorization`: if a request has that header, its cookie is ignored and nothing needs to be checked.
 */
export function ownPages(ownOrigin: string, what: 'cookies' | 'everything'): (request: IncomingMessage) => boolean {
  const { name } = dashboardCookie(ownOrigin, 'session');
  return (request) => {
    const { authorization, cookie } = request.headers;
    const isAsked = what === 'everything' || (authorization === undefined && cookie?.includes(`${name}=`) === true);
    return !isAsked || isFromOwnPage(request, ownOrigin);
  };
}

function isFromOwnPage({ method, headers }: IncomingMessage, ownOrigin: string): boolean {
  // Browsers send no `Origin` header for a GET within the same origin.
  const isOwnOrigin = headers.origin === ownOrigin || (method === 'GET' && headers.origin === undefined);
  return (
    isOwnOrigin &&
    headers['sec-fetch-site'] === 'same-origin' &&
    // Forms and links cannot set these two headers, and CORS does not allow the first one from other origins.
    headers['x-purser-session'] === '1' &&
    ((method !== 'POST' && method !== 'PUT') || JSON_TYPE.test(headers['content-type'] ?? ''))
  );
}
