import { Logger } from '@nestjs/common';
import { type FaultServer, startFaultServer } from './testing/fault-server.fixture.js';
import { credentials, newOrder, providerAt } from './testing/provider-under-test.fixture.js';

Logger.overrideLogger(false);

let server: FaultServer;
let close: () => void;

afterEach(async () => {
  close();
  await server.close();
});

describe('a provider in trouble', () => {
  it('keeps 64 sockets busy at most, and does not send what finds none free in time', async () => {
    server = await startFaultServer(() => undefined);
    const provider = providerAt(server.url, { timeoutMs: 1_500 });
    close = provider.close;
    const merchants = Array.from({ length: 70 }, (_, nth) => ({ ...credentials, merchant: `account-${nth}` }));
    const outcomes = await Promise.all(merchants.map((merchant) => provider.orders.createOrder(merchant, newOrder)));

    const notSent = outcomes.filter(({ kind }) => kind === 'not_sent');
    expect(notSent).toEqual(notSent.map(() => ({ kind: 'not_sent', reason: 'connect_timeout' })));
    expect(outcomes.slice(64).map(({ kind }) => kind)).toEqual(Array(6).fill('not_sent'));
    // On a loaded machine some of the first sixty-four find their connection too late as well.
    expect(server.requests.length).toBeGreaterThan(32);
    expect(server.requests.length).toBeLessThanOrEqual(64);
  });

  it('stops calling after five failures in a row, and then sends nothing', async () => {
    server = await startFaultServer((response) => response.destroy());
    const provider = providerAt(server.url);
    close = provider.close;
    for (let call = 1; call <= 5; call += 1) await provider.orders.createOrder(credentials, newOrder);

    const outcome = await provider.orders.createOrder(credentials, newOrder);
    const other = await provider.orders.createOrder({ ...credentials, merchant: 'account-2' }, newOrder);

    expect(outcome).toEqual({ kind: 'not_sent', reason: 'circuit_open' });
    expect(other).toMatchObject({ kind: 'unknown' });
    expect(server.requests).toHaveLength(6);
  });
});
