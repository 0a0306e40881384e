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
  ])('only the root path of our own host is redirected: %s', (url, to) => {
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
  ])('pages on other names of this machine are redirected to our own host: %s%s', (host, url, to) => {
    expect(redirectOf(get(host, url), OWN)).toBe(to);
  });

  it('a host name that a proxy may have rewritten is not redirected', () => {
    expect(redirectOf(get('localhost:3000', '/dashboard'), 'https://purser.example')).toBeNull();
  });

  it('a POST is never redirected', () => {
    expect(redirectOf(get('localhost:3000', '/dashboard', 'POST'), OWN)).toBeNull();
  });
});
