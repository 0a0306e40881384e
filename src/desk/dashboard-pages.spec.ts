import type { IncomingMessage } from 'node:http';
import { redirectOf } from './dashboard-pages.js';

const get = (host: string, url: string, method = 'GET'): IncomingMessage =>
  ({ method, url, headers: { host } }) as unknown as IncomingMessage;

const OWN = 'http://127.0.0.1:3000';

describe('dashboard pages', () => {
  it.each([
    ['/', '/dashboard'],
    ['/dashboard', null],
    ['/dashboard/payouts?status=x', null],
    ['/graphql', null],
    ['/healthz', null],
  ])('redirects %s to the dashboard at the own host', (url, to) => {
    expect(redirectOf(get('127.0.0.1:3000', url), OWN)).toBe(to);
  });

  it.each([
    ['localhost:3000', '/', `${OWN}/dashboard`],
    ['localhost:3000', '/dashboard/payouts?status=x', `${OWN}/dashboard/payouts?status=x`],
    ['[::1]:3000', '/dashboard', `${OWN}/dashboard`],
    ['localhost:3000', '/dashboard/session', null],
    ['localhost:3000', '/healthz', null],
    ['localhost:8080', '/dashboard', null],
    ['desk.internal:3000', '/dashboard', null],
    ['nonsense:x', '/dashboard', null],
  ])('redirects %s%s to the own host', (host, url, to) => {
    expect(redirectOf(get(host, url), OWN)).toBe(to);
  });

  it('never redirects a name that a proxy may have rewritten', () => {
    expect(redirectOf(get('localhost:3000', '/dashboard'), 'https://purser.example')).toBeNull();
  });

  it('never answers a POST with a redirect', () => {
    expect(redirectOf(get('localhost:3000', '/dashboard', 'POST'), OWN)).toBeNull();
  });
});
