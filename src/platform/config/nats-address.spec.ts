import { parseNatsAddress } from './nats-address.js';

describe('NATS addresses', () => {
  it.each([
    ['nats://one', ['one:4222'], null, false],
    ['nats://one:4333/', ['one:4333'], null, false],
    ['nats://one, nats://[::1]:4333', ['one:4222', '[::1]:4333'], null, false],
    ['tls://desk:a%2Fb@one:1,tls://two:2', ['one:1', 'two:2'], { user: 'desk', pass: 'a/b' }, true],
    ['nats://t0ken@one', ['one:4222'], { token: 't0ken' }, false],
  ])('NATS addresses are parsed from %s', (text, servers, credentials, isSecured) => {
    expect(parseNatsAddress(text)).toEqual({ servers, credentials, isSecured });
  });

  it.each([
    '',
    'one:4222',
    'http://one',
    'nats://',
    'nats://one/x',
    'nats://one?x=1',
    'nats://one,tls://two',
    'nats://%@one',
  ])('reject %j', (text) => {
    expect(parseNatsAddress(text)).toBeNull();
  });
});
