import type { IncomingMessage } from 'node:http';
import { sessionSecretOf } from './own-page.js';

describe('the cookie of a session', () => {
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
  ])('is read from %j', (cookie, secret) => {
    expect(sessionSecretOf({ headers: { cookie } } as IncomingMessage)).toBe(secret);
  });
});
