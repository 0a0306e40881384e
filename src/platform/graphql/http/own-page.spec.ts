import type { IncomingMessage } from 'node:http';
import { dashboardCookie, sessionSecretOf } from './own-page.js';

describe('session cookies', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['theme=dark', undefined],
    ['__Host-purser=abc', 'abc'],
    ['theme=dark; __Host-purser=abc; zone=UTC', 'abc'],
    ['theme=dark;__Host-purser=abc', 'abc'],
    ['__Host-purser=', ''],
    ['__host-purser=abc', undefined],
    ['x__Host-purser=abc', undefined],
    ['__Host-purser2=abc', undefined],
    ['theme=__Host-purser=abc', undefined],
    ['__Host-purser=abc; __Host-purser=abd', undefined],
  ])('session cookies are read from the header %j', (cookie, secret) => {
    const request = { headers: { cookie } } as IncomingMessage;
    expect(sessionSecretOf(request, 'https://purser.example')).toBe(secret);
  });

  it.each([
    ['https://purser.example', { name: '__Host-purser', secure: true }],
    ['http://purser.example', { name: '__Host-purser', secure: true }],
    ['https://localhost:3000', { name: '__Host-purser', secure: true }],
    ['http://localhost:3000', { name: 'purser-local', secure: false }],
    ['http://127.0.0.1:3000', { name: 'purser-local', secure: false }],
    ['http://[::1]:3000', { name: 'purser-local', secure: false }],
  ])('for %s are set with %j', (origin, { name, secure }) => {
    const cookie = dashboardCookie(origin, 'session');
    expect(cookie).toEqual({ name, options: { path: '/', secure, httpOnly: true, sameSite: 'strict' } });
    expect(dashboardCookie(origin, 'oidc').name).toMatch(secure ? /^__Host-/ : /-local$/);
  });
});
