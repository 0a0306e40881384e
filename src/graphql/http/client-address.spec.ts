import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.js';

describe('the address of a client', () => {
  const from = (forwarded?: string): IncomingMessage =>
    ({
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '10.0.0.1' },
    }) as unknown as IncomingMessage;

  it.each([
    [0, undefined, '10.0.0.1'],
    [0, '6.6.6.6', '10.0.0.1'],
    [1, undefined, '10.0.0.1'],
    [1, '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    [2, '6.6.6.6, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    [5, '203.0.113.7', '203.0.113.7'],
    [1, ' , ', '10.0.0.1'],
  ])('behind %d proxies with X-Forwarded-For %j is %s', (hops, forwarded, address) => {
    expect(clientAddress(from(forwarded), hops)).toBe(address);
  });
});
