import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
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
  it('never gets more than 64 requests at once; a request that finds no free socket in time is not sent', async () => {
    const held: ServerResponse[] = [];
    const full = new EventEmitter();
    const isFull = once(full, 'full');
    server = await startFaultServer((response) => {
      if (held.push(response) === 64) full.emit('full');
    });
    // Answers may take much longer than a request waits for a free connection.
    const provider = providerAt(server.url, { timeoutMs: 20_000 });
    close = provider.close;
    const call = (nth: number) => provider.orders.createOrder({ ...credentials, merchant: `account-${nth}` }, newOrder);
    const holders = Array.from({ length: 64 }, (_, nth) => call(nth));
    await isFull;
    const waiters = await Promise.all(Array.from({ length: 6 }, (_, nth) => call(64 + nth)));

    expect(waiters).toEqual(waiters.map(() => ({ kind: 'not_sent', reason: 'window_over' })));
    for (const response of held) response.destroy();
    expect((await Promise.all(holders)).map(({ kind }) => kind)).toEqual(holders.map(() => 'unknown'));
    expect(server.requests).toHaveLength(64);
  });

  it('gets no more calls after five failures in a row', async () => {
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
