import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.js';

describe('client addresses', () => {
  const from = (peer: string | undefined, forwarded?: string): IncomingMessage =>
    ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: peer } }) as unknown as IncomingMessage;

  const PROXIES = ['10.0.0.0/24', 'fd00::1/128'];

  it.each([
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', ' , ', '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['fd00::1', '2001:0DB8::7', '2001:db8::7'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    // Bypasses the proxy, so its own address is used, whatever the header claims.
    ['192.0.2.1', '10.1.2.3', '192.0.2.1'],
    ['::ffff:192.0.2.1', '10.0.0.1', '192.0.2.1'],
    ['10.0.0.1', '<img src=x>; 4111111111111111', 'unknown'],
    ['10.0.0.1', '203.0.113.7, 0x7f.1', 'unknown'],
    ['10.0.0.1', '203.0.113.7:443', 'unknown'],
    [undefined, '203.0.113.7', 'unknown'],
  ])('for the peer %s with X-Forwarded-For %j the address is %s', (peer, forwarded, address) => {
    expect(clientAddress(from(peer, forwarded), PROXIES)).toBe(address);
  });

  it("if no proxy is trusted, the peer's address is used", () => {
    expect(clientAddress(from('10.0.0.1', '6.6.6.6'), [])).toBe('10.0.0.1');
  });
});
