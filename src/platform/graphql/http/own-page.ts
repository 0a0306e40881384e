import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../../common/network.js';

export const SESSION_PATH = '/dashboard/session';

export interface DashboardCookie {
  readonly name: string;
  /** Hidden from scripts and other sites. Without an age, so it ends with the browser session. */
  readonly options: {
    readonly path: '/';
    readonly secure: boolean;
    readonly httpOnly: true;
    readonly sameSite: 'strict';
  };
}

/**
 * Builds a cookie for our own origin. Over TLS its `__Host-` prefix restricts it to this host. Over plain http on a
 * developer's machine it has neither prefix nor `Secure`, with which WebKit would drop it.
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

/** Returns the cookie of this name. If there are two, one was planted, and neither counts. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const [found, ...others] = cookies.filter((cookie) => cookie.startsWith(`${name}=`));
  return others.length === 0 ? found?.slice(name.length + 1) : undefined;
}

const JSON_TYPE = /^application\/json *(;|$)/i;

/**
 * Whether a page of this origin sent the request; for `cookies`, requests without one pass too. Browsers attach cookies
 * automatically, so another site's page could otherwise act for a signed-in person. They do not attach `Authorization`:
 * with that header the cookie is ignored, and nothing is checked.
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
  // A page that reads from its own origin sends none.
  const isOwnOrigin = headers.origin === ownOrigin || (method === 'GET' && headers.origin === undefined);
  return (
    isOwnOrigin &&
    headers['sec-fetch-site'] === 'same-origin' &&
    // Forms and links cannot set these two, and CORS allows the first to no other origin.
    headers['x-purser-session'] === '1' &&
    ((method !== 'POST' && method !== 'PUT') || JSON_TYPE.test(headers['content-type'] ?? ''))
  );
}
